import type { DoorPlan, DoorState } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

/** The listener by which annotators come in. It is the host's: the engine only asks for it. */
export interface TeamDoor {
  state(): DoorState;
  /** @throws AppError CONFLICT where it cannot be opened so */
  open(plan: DoorPlan): Promise<DoorState>;
  /** Ends it; those who are let in stay known, and come in again when it is opened again. */
  close(): Promise<DoorState>;
}

/** For ways of running Assay that listen to nobody. */
export const noTeamDoor: TeamDoor = {
  state: () => ({ isOpen: false, canOpen: false, hasCertificate: false }),
  async open() {
    throw new AppError('CONFLICT', 'Annotators cannot be let in from here.', {
      mend: "Run 'assay serve --team' on the project, or send batches as files.",
    });
  },
  close: async () => noTeamDoor.state(),
};
