import { RefusalsField, WindowField } from './history-fields.tsx';
import { InterviewFields } from './interview-fields.tsx';
import { IqaFields } from './iqa-fields.tsx';
import classes from './protocols.module.css';
import { ReplayFields } from './replay-fields.tsx';
import type { SettingsFieldProps } from './settings-field-props.ts';

/** The settings of the chosen protocol. */
export function ProtocolSettingsFields(props: SettingsFieldProps) {
  switch (props.draft.choice) {
    case 'interview':
      return <InterviewFields {...props} />;
    case 'iqa-eval':
      return <IqaFields {...props} />;
    case 'conversation':
      return (
        <div className={classes.fields}>
          <WindowField {...props} />
          <RefusalsField {...props} />
        </div>
      );
    default:
      return <ReplayFields {...props} />;
  }
}
