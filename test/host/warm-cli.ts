import { serveCommands } from '../../host/mcp/serve-commands.ts';
import { doAllJobsHere } from '../core/support/jobs-here.ts';

doAllJobsHere();
serveCommands();
