/** What a model is told that answers as a persona would. */
export const instructionsAsPersona = (role: string, others: string): string =>
  [role, others.trim() || 'Answer the last message of the conversation as this person would.'].join('\n\n');
