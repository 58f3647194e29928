import { adjudicationContract, agreementContract } from './agreement.ts';
import { appContract, eventContract, jobContract, settingsContract } from './app.ts';
import { claimContract } from './claims.ts';
import { datasetContract, importContract, itemContract } from './data.ts';
import { estimateContract, reportContract } from './estimate.ts';
import { batchContract } from './exchange.ts';
import { failureContract } from './failures.ts';
import { humanConversationContract } from './human-conversation.ts';
import { invitationContract, portalContract } from './invitation.ts';
import { judgeContract, promptContract } from './judge.ts';
import { improvementContract } from './judge-improve.ts';
import { labContract } from './lab.ts';
import { labelContract } from './label.ts';
import { endpointContract, generationContract, runContract } from './llm.ts';
import { messageContract } from './message.ts';
import { paperContract } from './papers.ts';
import { personaContract } from './persona.ts';
import { planContract } from './plan.ts';
import { practiceContract } from './practice.ts';
import { fileContract, projectContract } from './project.ts';
import { protocolContract } from './protocol.ts';
import { protocolPromptContract } from './protocol-prompt.ts';
import { qualificationContract } from './qualification.ts';
import { qualityContract } from './quality.ts';
import { rankingContract } from './ranking.ts';
import { seriesContract } from './series.ts';
import { signingContract } from './signing.ts';
import { sourceContract } from './source.ts';
import { sampleContract, studyContract } from './study.ts';
import { annotatorContract, teamContract } from './team.ts';
import { validationContract } from './validation.ts';

/** The only list of calls: page, loopback host and command line all speak exactly this. */
export const contract = {
  app: appContract,
  project: projectContract,
  file: fileContract,
  import: importContract,
  dataset: datasetContract,
  item: itemContract,
  study: studyContract,
  source: sourceContract,
  ranking: rankingContract,
  series: seriesContract,
  sample: sampleContract,
  label: labelContract,
  failures: failureContract,
  annotator: annotatorContract,
  invitation: invitationContract,
  portal: portalContract,
  message: messageContract,
  quality: qualityContract,
  batch: batchContract,
  estimate: estimateContract,
  claim: claimContract,
  agreement: agreementContract,
  adjudication: adjudicationContract,
  plan: planContract,
  practice: practiceContract,
  report: reportContract,
  lab: labContract,
  endpoint: endpointContract,
  prompt: promptContract,
  judge: judgeContract,
  improvement: improvementContract,
  run: runContract,
  generation: generationContract,
  protocol: protocolContract,
  persona: personaContract,
  protocolPrompt: protocolPromptContract,
  qualification: qualificationContract,
  humanConversation: humanConversationContract,
  validation: validationContract,
  paper: paperContract,
  job: jobContract,
  event: eventContract,
  settings: settingsContract,
  team: teamContract,
  signing: signingContract,
};

export * from './agreement.ts';
export * from './app.ts';
export type { DrawNumber, Scale } from './base.ts';
export * from './claims.ts';
export * from './column-mapping.ts';
export * from './counts.ts';
export * from './data.ts';
export * from './estimate.ts';
export * from './exchange.ts';
export * from './failure-mode.ts';
export * from './failures.ts';
export * from './human-conversation.ts';
export * from './invitation.ts';
export * from './judge.ts';
export * from './judge-improve.ts';
export * from './lab.ts';
export * from './label.ts';
export * from './llm.ts';
export * from './message.ts';
export * from './papers.ts';
export * from './persona.ts';
export * from './plan.ts';
export * from './practice.ts';
export * from './project.ts';
export * from './protocol.ts';
export * from './protocol-comparison.ts';
export * from './protocol-meta.ts';
export * from './protocol-models.ts';
export * from './protocol-parts.ts';
export * from './protocol-prompt.ts';
export * from './protocol-question-kinds.ts';
export * from './protocol-replies.ts';
export * from './protocol-run.ts';
export * from './protocol-scores.ts';
export * from './protocol-settings.ts';
export * from './protocol-tables.ts';
export * from './protocol-user.ts';
export * from './qualification.ts';
export * from './quality.ts';
export * from './ranking.ts';
export * from './series.ts';
export * from './signing.ts';
export * from './source.ts';
export * from './study.ts';
export * from './team.ts';
export * from './validation.ts';
export * from './visit.ts';
