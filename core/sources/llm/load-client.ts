/** Loads the client of language models ahead of the first request, which loads it else. */
export const loadClient = () => import('openai');
