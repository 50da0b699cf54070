import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { saveRowAction, type SaveAnswer } from "@/lib/panel/admin/actions";
import { mergeValues } from "./merge-values";
import type { Field } from "@/lib/panel/admin/resource";
import { CHECK_DATE } from "@/lib/panel/admin/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { rowSchema } from "@/lib/panel/admin/schema";
import { useUnsaved } from "@/components/form/unsaved";
import { dropDraft, keepDraft, readDraft, type Draft } from "./form-draft";

export type Values = Record<string, unknown>;

export type RecordProps = {
  resource: string;
  /** Address of the list. */
  base: string;
  id: string | null;
  /** Tab of the record; drafts of different tabs have different fields. */
  part?: string;
  version: string | null;
  values: Values;
  fields: readonly Field[];
};

type SavedAnswer = Extract<SaveAnswer, { outcome: "saved" }>;

const SAVED_NOTICE = {
  shown: "record.saved",
  hidden: "record.savedHidden",
  internal: "record.savedInternal",
} as const satisfies Record<SavedAnswer["visibility"], string>;

const changedNames = (before: Values, after: Values) =>
  Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

function firstErrors(fields: readonly Field[], values: Values): Record<string, string> {
  const parsed = rowSchema(fields).partial().safeParse(values);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

/** The state of one record's form: typed values, errors, and conflicts with values that another account saved meanwhile. */
export function useRecord(
  { resource, base, id, part, version: loaded, values: initial, fields }: RecordProps,
  onWrong: (errors: Record<string, string>) => void,
) {
  const draftId = part && id ? `${id}:${part}` : id;
  const router = useRouter();
  const [base0, setBase] = useState(initial);
  const [expectedVersion, setExpectedVersion] = useState(loaded);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** Fields in conflict, with the value that the other person saved. */
  const [conflicts, setConflicts] = useState<Values>({});
  /** Incremented when values are set by anything other than typing. */
  const [version, setVersion] = useState(0);
  const [again, setAgain] = useState(0);
  /** The last save did not write anything; cleared by the next one. */
  const [hasFailed, setFailed] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);
  const sending = useRef(false);
  const sent = useRef<Values>({});
  const changed = changedNames(base0, values);
  const isDirty = changed.length > 0;
  useUnsaved(isDirty);

  useEffect(() => {
    const kept = readDraft(resource, draftId);
    if (kept && JSON.stringify(kept.values) !== JSON.stringify(initial)) setDraft(kept);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when the form opens
  }, []);
  const hasDraft = useRef(false);
  useEffect(() => {
    if (isDirty) keepDraft(resource, draftId, { base: base0, values });
    // Values that were typed back; an older draft that is still offered stays.
    else if (hasDraft.current) dropDraft(resource, draftId);
    hasDraft.current = isDirty;
  }, [resource, draftId, base0, values, isDirty]);

  const refuse = (wrong: Record<string, string>) => {
    setErrors(wrong);
    onWrong(wrong);
  };
  /** Merges the typed values with the stored ones; the user decides conflicts. */
  const join = (before: Values, mine: Values, stored: Values) => {
    const merged = mergeValues(fields, before, mine, stored);
    setBase(stored);
    setValues(merged.values);
    setConflicts(Object.fromEntries(merged.conflicts.map((name) => [name, stored[name]])));
    setVersion((count) => count + 1);
    return merged.conflicts.length === 0;
  };
  const accept = ({ id: savedId, updatedAt, values: stored, visibility }: SavedAnswer) => {
    dropDraft(resource, draftId);
    // Keeps what was typed while the row was being saved.
    const isKept = (name: string, now: Values) =>
      stored !== null && JSON.stringify(now[name]) === JSON.stringify(sent.current[name]);
    if (stored)
      setValues((now) =>
        Object.fromEntries(Object.keys(now).map((name) => [name, isKept(name, now) ? stored[name] : now[name]])),
      );
    setBase(stored ?? sent.current);
    setExpectedVersion(updatedAt);
    setErrors({});
    notify({ code: SAVED_NOTICE[visibility], variant: "success" });
    if (id) router.refresh();
    else router.replace(`${base}/${encodeURIComponent(savedId)}`);
  };
  const { execute, isPending } = useAction(saveRowAction, {
    onSettled: () => {
      sending.current = false;
    },
    onError: ({ error }) => {
      setFailed(true);
      notifyFailure(error);
    },
    onSuccess: ({ data }) => {
      if (data?.outcome === "saved") return accept(data);
      setFailed(data?.outcome !== "conflict");
      if (data?.outcome === "invalid") return refuse(data.errors);
      if (data?.outcome === "conflict") {
        setExpectedVersion(data.version);
        if (join(base0, values, data.theirs)) setAgain((count) => count + 1);
        return;
      }
      if (data?.outcome === "refused" && data.field) return refuse({ [data.field]: data.reason });
      notify({
        code:
          data?.outcome === "gone"
            ? "record.missing"
            : data?.outcome === "refused" && data.reason === "forbidden"
              ? "access.permission"
              : "input.invalid",
        variant: "destructive",
      });
    },
  });

  const save = () => {
    if (sending.current || Object.keys(conflicts).length > 0) return;
    const given = id ? Object.fromEntries(changed.map((name) => [name, values[name]])) : values;
    const own = new Set(fields.filter(({ readOnly }) => readOnly).map(({ name }) => name));
    const writable = Object.fromEntries(Object.entries(given).filter(([name]) => !own.has(name)));
    const wrong = firstErrors(fields, writable);
    const isWrong = Object.keys(wrong).length > 0;
    refuse(wrong);
    setFailed(isWrong);
    if (isWrong) return;
    sending.current = true;
    sent.current = values;
    execute({ resource, id, expected_version: expectedVersion, values: writable });
  };
  useEffect(() => {
    if (again > 0) save();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once after each conflict that was merged without a question, and after checkToday
  }, [again]);
  const decide = (name: string, side: "mine" | "theirs") => {
    if (side === "theirs") {
      setValues((mine) => ({ ...mine, [name]: conflicts[name] }));
      setVersion((count) => count + 1);
    }
    setConflicts(({ [name]: _decided, ...others }) => others);
  };
  return {
    values,
    errors,
    conflicts,
    version,
    changed,
    isPending,
    hasFailed,
    draft,
    save,
    decide,
    /** Saves today as the day on which the row was compared with its sources, with everything else that was typed. */
    checkToday: () => {
      setValues((before) => ({ ...before, [CHECK_DATE]: brazilianDay(Date.now()) }));
      setVersion((count) => count + 1);
      setAgain((count) => count + 1);
    },
    set: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value })),
    useDraft: () => {
      if (draft) join(draft.base, draft.values, values);
      setDraft(null);
    },
    forgetDraft: () => {
      dropDraft(resource, draftId);
      setDraft(null);
    },
  };
}
