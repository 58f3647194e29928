import { Alert, Button, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileAlert, IconFileImport, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { ProjectInfo } from '../../shared/contract/index.ts';
import { useKeepAnnotator } from '../api/annotators.ts';
import { api } from '../api/client.ts';
import { isDesktop } from '../api/desktop-port.ts';
import { formatBytes } from '../api/format.ts';
import { pageAge } from '../api/page-age.ts';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { useProject } from '../api/queries.ts';
import { queryKeys } from '../api/query-keys.ts';
import { sessionStore } from '../api/session-store.ts';
import { useSchemeOfPerson } from '../ui/color-scheme.tsx';
import { EngineBanner } from '../ui/engine-banner.tsx';
import { FilePicker } from '../ui/file-picker.tsx';
import { incomingStore } from '../ui/incoming.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { useKeepPlace } from '../ui/place/current-place.ts';
import { isLabeling } from '../ui/place/paths.ts';
import { joinPath, projectFileName } from '../ui/project-file-name.ts';
import classes from '../ui/shell.module.css';
import { CommandPalette } from './command-palette.tsx';
import { PlaceBar } from './place-bar.tsx';
import { Rail } from './rail.tsx';

const mainId = 'main';

/** The frame around every screen. Labeling gets the narrow rail: the item deserves the room. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const mainRef = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useKeepAnnotator();
  useKeepPlace();
  useSchemeOfPerson();
  const isLabels = isLabeling(path);
  // Labels are given by keys from anywhere; a button with the focus would take them.
  useEffect(() => (isLabels ? undefined : keepFocus()), [isLabels]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen begins at its top
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    mainRef.current?.scrollTo({ top: 0 });
    mainRef.current?.focus({ preventScroll: true });
  }, [path]);
  const skip = () => mainRef.current?.focus();
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to the content
      </button>
      <Rail isCompact={isLabels} />
      <div className={classes.column}>
        <EngineBanner />
        <PageAgeBanner />
        <MisplacedBanner />
        <IncomingNote />
        <PlaceBar />
        <main id={mainId} ref={mainRef} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      <DropTarget />
      <CommandPalette />
    </div>
  );
}

/** A browser gives the file's content alone; on the desktop its place comes by way of the shell. */
function take(files: readonly File[]): void {
  if (!isDesktop()) void incomingStore.getState().take(files);
}

/**
 * The whole window takes dropped files and folders: a project is opened, of anything else is shown what was understood. For the
 * mouse alone; the same is reached by keyboard on the first page and on the import page.
 */
function DropTarget() {
  return (
    <div aria-hidden className={classes.drop}>
      <Dropzone.FullScreen
        withinPortal={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        inputProps={{ tabIndex: -1 }}
        multiple
        onDrop={take}
        onReject={() => undefined}
      >
        <Group justify="center" gap="md" mih="90vh" style={{ pointerEvents: 'none' }}>
          <IconFileImport size={40} stroke={1.5} aria-hidden />
          <div>
            <Text size="xl" fw={600}>
              Drop files
            </Text>
            <Text c="dimmed">
              You see what is understood of data before anything is stored; a project is opened. Several files
              with replies to the same prompts become one system each.
            </Text>
          </div>
        </Group>
      </Dropzone.FullScreen>
    </div>
  );
}

/** A dropped file on its way in, and what came of it. */
function IncomingNote() {
  const file = useStore(incomingStore, (state) => state.file);
  const problem = useStore(incomingStore, (state) => state.problem);
  const notice = useStore(incomingStore, (state) => state.notice);
  const dismiss = useStore(incomingStore, (state) => state.dismiss);
  const cancel = useStore(incomingStore, (state) => state.cancel);
  if (!file && !problem && !notice) return null;
  return (
    <div className={classes.notes}>
      {file && (
        <Group gap="md" wrap="nowrap" role="status">
          <Stack gap={4} flex={1}>
            <Text size="sm">
              Reading {file.name}: {formatBytes(file.sentBytes)} of {formatBytes(file.sizeBytes)}
            </Text>
            <Progress value={(100 * file.sentBytes) / Math.max(1, file.sizeBytes)} aria-label="File read" />
          </Stack>
          <Button variant="default" size="xs" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      )}
      {notice && (
        <Alert withCloseButton closeButtonLabel="Dismiss" onClose={dismiss} title={notice.title}>
          {notice.words}
        </Alert>
      )}
      {problem && (
        <Stack gap="xs" align="stretch">
          <ProblemNote problem={problem} />
          <Button variant="subtle" size="xs" onClick={dismiss} style={{ alignSelf: 'flex-start' }}>
            Dismiss
          </Button>
        </Stack>
      )}
    </div>
  );
}

/** Goes on in another file with all that is stored; the screen stays where it is, with the answer that could not be stored. */
function useGoOn(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ path, isSaved }: { path: string; isSaved: boolean }) => {
      const saved = isSaved ? path : (await api.project.saveCopy({ path, overwrite: false })).path;
      const before = queries.getQueryData<ProjectInfo | null>(queryKeys.project)?.path;
      if (before !== undefined) {
        // An event may show the new file before it is answered that it is open.
        sessionStore.getState().goOnIn(before, saved);
        queries.setQueryData(
          queryKeys.annotatorsOf(saved),
          queries.getQueryData(queryKeys.annotatorsOf(before)),
        );
      }
      return api.project.open({ path: saved });
    },
    onSuccess: async (project) => {
      queries.setQueryData(queryKeys.project, project);
      await queries.invalidateQueries();
      onDone();
    },
  });
}

/** Stays while the file of the project is not, or not alone, at its path: no label can be stored then. */
function MisplacedBanner() {
  const { data: project } = useProject();
  const [isSaving, setSaving] = useState(false);
  const goOn = useGoOn(() => setSaving(false));
  const misplaced = project?.misplaced;
  return (
    <>
      <div role="alert">
        {misplaced && (
          <Group className={classes.banner} gap="sm" wrap="wrap">
            <IconFileAlert size={20} aria-hidden />
            <Text size="sm" fw={600} flex={1} miw={240}>
              {misplaced.message}{' '}
              {misplaced.keptCopy && `All stored labels were copied to ${misplaced.keptCopy}.`}
            </Text>
            {misplaced.keptCopy && (
              <Button
                size="compact-sm"
                loading={goOn.isPending}
                onClick={() => goOn.mutate({ path: misplaced.keptCopy!, isSaved: true })}
              >
                Go on in that copy
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setSaving(true)}>
              Save what I have as…
            </Button>
          </Group>
        )}
      </div>
      <Modal
        opened={isSaving && misplaced != null}
        onClose={() => setSaving(false)}
        title="Save what I have"
        size="lg"
      >
        <SaveAs name={project?.name ?? 'Project'} goOn={goOn} onCancel={() => setSaving(false)} />
      </Modal>
    </>
  );
}

interface SaveAsProps {
  name: string;
  goOn: ReturnType<typeof useGoOn>;
  onCancel: () => void;
}

function SaveAs({ name: projectName, goOn, onCancel }: SaveAsProps) {
  const [name, setName] = useState(`${projectName} saved`);
  const fileName = projectFileName(name);
  return (
    <Stack gap="sm">
      <Text size="sm">All labels stored so far go into the new file, and you go on working there.</Text>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <FilePicker
        kind="folder"
        onCancel={onCancel}
        footer={(dir) => (
          <>
            {goOn.error && <ProblemNote problem={toProblem(goOn.error)} />}
            <Button
              disabled={fileName === null}
              loading={goOn.isPending}
              onClick={() => fileName && goOn.mutate({ path: joinPath(dir, fileName), isSaved: false })}
            >
              Save {fileName ?? 'it'} here and go on
            </Button>
          </>
        )}
      />
    </Stack>
  );
}

/** Stays while the page is older than the Assay that answers it. */
function PageAgeBanner() {
  const isOlder = useStore(pageAge, (state) => state.isOlder);
  return (
    <div role="status">
      {isOlder && (
        <Group className={classes.banner} gap="sm" wrap="nowrap">
          <IconRefresh size={20} aria-hidden />
          <Text size="sm" fw={600} flex={1}>
            Assay was updated. Load this page again when it suits you; forms that you have begun stay as they
            are.
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            Load again
          </Button>
        </Group>
      )}
    </div>
  );
}
