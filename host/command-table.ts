import type { Command } from 'commander';

/** The command line with the command of a name, or with the names of all. */
type ProgramOf = (asked?: string) => Promise<Command>;

interface CommandEntry {
  /** What the help says of it. */
  readonly says: string;
  /** Its code: all commands together take as long to load as one takes to work. */
  readonly load: (programOf: ProgramOf) => Promise<(program: Command) => void>;
}

/** In the order of the help. */
const groups: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'The usual way': {
    import: {
      says: 'import data files, or a folder that "export --to folder" wrote; after any problem nothing is imported',
      load: async () => (await import('./commands/import.ts')).addImport,
    },
    study: {
      says: 'make and list studies',
      load: async () => (await import('./commands/study.ts')).addStudy,
    },
    label: {
      says: 'open the app to label; or take labels from a file, or from the evaluation in the data',
      load: async () => (await import('./commands/label.ts')).addLabel,
    },
    estimate: {
      says: "show a study's score with its interval, by every method that its sample allows",
      load: async () => (await import('./commands/estimate.ts')).addEstimate,
    },
    report: {
      says: 'write the report of a study or of several, its figures, or its labels with draw order and probabilities',
      load: async () => (await import('./commands/report.ts')).addReport,
    },
    gate: {
      says: 'decide a claim for a pipeline: exit code 0 pass, 3 fail, 4 not decided yet, 5 altered project, 1 error',
      load: async () => (await import('./commands/gate.ts')).addGate,
    },
  },
  'Projects and data': {
    demo: {
      says: 'estimate on the sample project after a few labels, beside the truth',
      load: async () => (await import('./commands/demo.ts')).addDemo,
    },
    backup: {
      says: 'copy a project as it is now, also while people label; the copy is a project',
      load: async () => (await import('./commands/backup.ts')).addBackup,
    },
    init: {
      says: 'make a new, empty project',
      load: async () => (await import('./commands/init.ts')).addInit,
    },
    data: {
      says: 'list data sets with their systems, and rename a system',
      load: async () => (await import('./commands/data.ts')).addData,
    },
    source: {
      says: 'study rows that stay in a warehouse or in files',
      load: async () => (await import('./commands/source.ts')).addSource,
    },
  },
  'Studies and their labels': {
    plan: {
      says: 'estimate how many labels a goal takes, before you make a study; stores nothing',
      load: async () => (await import('./commands/plan.ts')).addPlan,
    },
    sample: {
      says: 'show, extend or redraw the sample of a study',
      load: async () => (await import('./commands/sample.ts')).addSample,
    },
    practice: {
      says: 'let annotators practice on items outside the batch until they agree',
      load: async () => (await import('./commands/practice.ts')).addPractice,
    },
    batch: {
      says: 'send items to an annotator as one file, and merge the returned answers',
      load: async () => (await import('./commands/batch.ts')).addBatch,
    },
    team: {
      says: 'share a study among several annotators',
      load: async () => (await import('./commands/team.ts')).addTeam,
    },
    agreement: {
      says: 'show how well annotators agree, by criterion, pair and item',
      load: async () => (await import('./commands/agreement.ts')).addAgreement,
    },
    adjudicate: {
      says: 'decide items where annotators differ',
      load: async () => (await import('./commands/adjudicate.ts')).addAdjudicate,
    },
  },
  'Further results': {
    failures: {
      says: 'what goes wrong: the share of all conversations that each failure mode has',
      load: async () => (await import('./commands/failures.ts')).addFailures,
    },
    rank: {
      says: 'rank the compared systems as far as the labels decide it',
      load: async () => (await import('./commands/rank.ts')).addRank,
    },
    series: {
      says: 'show the score of each release, and how it differs from the one before',
      load: async () => (await import('./commands/series.ts')).addSeries,
    },
    watch: {
      says: 'whether the system has dropped since the reference: exit code 3 when it has, 0 else, 5 altered project, 1 error',
      load: async () => (await import('./commands/watch.ts')).addWatch,
    },
  },
  'Language models': {
    endpoint: {
      says: 'manage the language model servers of a project',
      load: async () => (await import('./commands/endpoint.ts')).addEndpoint,
    },
    judge: {
      says: 'have language models score replies, and compare them with people',
      load: async () => (await import('./commands/judge.ts')).addJudge,
    },
    generate: {
      says: 'have a language model answer a data set: as a new system, or as a surrogate',
      load: async () => (await import('./commands/generate.ts')).addGenerate,
    },
  },
  'Protocols of papers': {
    protocol: {
      says: 'evaluate a model by replays, interviews or simulated users',
      load: async () => (await import('./commands/protocol.ts')).addProtocol,
    },
    talk: {
      says: 'talk to the model under test line by line, then mark its answers',
      load: async () => (await import('./commands/talk.ts')).addHumanConversation,
    },
    validate: {
      says: 'have further annotators judge recorded answers with the passage',
      load: async () => (await import('./commands/validate.ts')).addValidate,
    },
    papers: {
      says: 'recompute the printed tables of the papers, and mark figures that do not match',
      load: async () => (await import('./commands/papers.ts')).addPapers,
    },
  },
  Trust: {
    verify: {
      says: 'compute a report or label file again from its labels and compare every byte; or check a project. Ends with 1 where something differs, with 4 where a part could not be checked',
      load: async () => (await import('./commands/verify.ts')).addVerify,
    },
    export: {
      says: "write a study's labels for another tool, or the whole project as plain files",
      load: async () => (await import('./commands/export.ts')).addExport,
    },
    key: {
      says: 'your key that signs reports, label files and batches',
      load: async () => (await import('./commands/key.ts')).addKey,
    },
    lab: {
      says: 'back-test every method on data whose labels are all known',
      load: async () => (await import('./commands/lab.ts')).addLab,
    },
    selfcheck: {
      says: 'simulate every interval and decision of this copy, and fail when one misses more often than it says',
      load: async () => (await import('./commands/selfcheck.ts')).addSelfcheck,
    },
  },
  'Other ways in': {
    serve: {
      says: 'run the app for a browser on this machine, and print its address',
      load: async () => (await import('./commands/serve.ts')).addServe,
    },
    mcp: {
      says: 'offer import, plan, study, status, estimate and report to an agent, on standard input and output',
      load: async () => (await import('./commands/serve.ts')).addMcp,
    },
    completion: {
      says: 'print a script by which a shell completes commands and options: bash, zsh, fish',
      load: async (programOf) => {
        const { addCompletion } = await import('./commands/completion.ts');
        return (program) => addCompletion(program, programOf);
      },
    },
  },
};

/** Every command with its group. */
export const commandTable = Object.entries(groups).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, entry]) => ({ name, group, ...entry })),
);
