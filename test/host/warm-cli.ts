import { serveCommands } from '../../host/mcp/command-worker.ts';
import { doAllJobsHere } from '../core/support/jobs-here.ts';

doAllJobsHere();
serveCommands();
