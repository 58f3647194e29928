import type { ProtocolRun, ProtocolScores, ProtocolSettings } from '../../../../shared/contract/index.ts';
import { protocolName } from '../run/start-run.ts';

/** A figure of a run that runs of other systems can be set beside. */
interface HeadlineScore {
  readonly measure: string;
  readonly better: 'higher' | 'lower';
  readonly value: number | null;
}

/** The figures by which runs are compared. */
export function headlineScores(scores: ProtocolScores): HeadlineScore[] {
  switch (scores.protocol) {
    case 'replay':
      return [
        { measure: 'all questions', better: 'higher', value: scores.all },
        { measure: 'answerable questions', better: 'higher', value: scores.answerable },
      ];
    case 'interview':
      return [
        { measure: 'QPR', better: 'lower', value: scores.questionPromptRate },
        { measure: 'PFR', better: 'lower', value: scores.promptFailureRate },
        { measure: 'ACR', better: 'higher', value: scores.answerCorrectionRate },
      ];
    case 'iqa-eval':
      return [
        { measure: 'helpfulness', better: 'higher', value: scores.overall.helpfulness },
        { measure: 'fluency', better: 'higher', value: scores.overall.fluency },
        { measure: 'queries', better: 'lower', value: scores.overall.queries },
        // Runs of earlier versions left out what was not answered.
        {
          measure: 'accuracy',
          better: 'higher',
          value: scores.overall.answers || scores.unanswered === 0 ? scores.overall.accuracy : null,
        },
      ];
    case 'conversation':
      return [
        { measure: 'accuracy', better: 'higher', value: scores.accuracy },
        { measure: 'accuracy, answerable', better: 'higher', value: scores.answerable },
      ];
  }
}

/** Runs of one evaluation can be compared: same protocol, same mode, and what else changes its figures. */
export function evaluationOf({ settings }: Pick<ProtocolRun, 'settings'>): string {
  const details = detailsOf(settings);
  return details === '' ? protocolName(settings) : `${protocolName(settings)} (${details})`;
}

function detailsOf(settings: ProtocolSettings): string {
  switch (settings.protocol) {
    case 'replay':
      return [settings.metric, settings.window === null ? '' : `window ${settings.window}`]
        .filter((part) => part !== '')
        .join(', ');
    case 'interview':
      return `threshold ${settings.threshold}`;
    case 'iqa-eval':
      return settings.personas.map(({ name }) => name).join(' + ');
    case 'conversation':
      return '';
  }
}
