import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/layout/notify";
import { saveRowAction } from "@/lib/admin/actions";
import type { Field } from "@/lib/admin/resource";
import { rowSchema } from "@/lib/admin/schema";
import { dropDraft, keepDraft, readDraft, type Draft } from "./form-draft";

export type Values = Record<string, unknown>;

export type RecordProps = {
  resource: string;
  /** Address of the list. */
  base: string;
  id: string | null;
  seen: string | null;
  values: Values;
  fields: readonly Field[];
};

const changedNames = (before: Values, after: Values) => Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

function firstErrors(fields: readonly Field[], values: Values): Record<string, string> {
  const parsed = rowSchema(fields).partial().safeParse(values);
  return parsed.success ? {} : Object.fromEntries(parsed.error.issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

/** The state of one record's form: what was typed, what is wrong, what somebody else saved meanwhile. */
export function useRecord({ resource, base, id, seen: loaded, values: given, fields }: RecordProps) {
  const router = useRouter();
  const [base0, setBase] = useState(given);
  const [seen, setSeen] = useState(loaded);
  const [values, setValues] = useState(given);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [theirs, setTheirs] = useState<Values | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const sending = useRef(false);
  const changed = changedNames(base0, values);
  const isDirty = changed.length > 0;

  useEffect(() => {
    const kept = readDraft(resource, id);
    if (kept && JSON.stringify(kept.values) !== JSON.stringify(given)) setDraft(kept);
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when the form opens
  }, []);
  useEffect(() => {
    if (isDirty) keepDraft(resource, id, { seen, values });
  }, [resource, id, seen, values, isDirty]);

  const accept = (savedId: string, updatedAt: string) => {
    dropDraft(resource, id);
    setBase(values);
    setSeen(updatedAt);
    setTheirs(null);
    setErrors({});
    notify({ code: "record.saved", variant: "success" });
    if (id) router.refresh();
    else router.replace(`${base}/${encodeURIComponent(savedId)}`);
  };
  const { execute, isPending } = useAction(saveRowAction, {
    onSettled: () => {
      sending.current = false;
    },
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      if (data?.outcome === "saved") return accept(data.id, data.updatedAt);
      if (data?.outcome === "invalid") return setErrors(data.errors);
      if (data?.outcome === "conflict") {
        setTheirs(data.theirs);
        return setSeen(data.seen);
      }
      if (data?.outcome === "refused" && data.field) return setErrors({ [data.field]: data.code });
      notify({ code: data?.outcome === "missing" ? "record.missing" : data?.outcome === "forbidden" ? "access.permission" : "input.invalid", variant: "destructive" });
    },
  });

  const save = () => {
    if (sending.current) return;
    const sent = id ? Object.fromEntries(changed.map((name) => [name, values[name]])) : values;
    const own = new Set(fields.filter(({ readOnly }) => readOnly).map(({ name }) => name));
    const writable = Object.fromEntries(Object.entries(sent).filter(([name]) => !own.has(name)));
    const wrong = firstErrors(fields, writable);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    sending.current = true;
    execute({ resource, id, seen, values: writable });
  };
  const takeTheirs = () => {
    setValues((mine) => ({ ...mine, ...theirs }));
    setBase((before) => ({ ...before, ...theirs }));
    setTheirs(null);
  };
  const keepMine = () => {
    setBase((before) => ({ ...before, ...theirs }));
    setTheirs(null);
  };
  return {
    values,
    errors,
    theirs,
    changed,
    isDirty,
    isPending,
    draft,
    save,
    takeTheirs,
    keepMine,
    set: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value })),
    useDraft: () => {
      if (draft) setValues((before) => ({ ...before, ...draft.values }));
      setDraft(null);
    },
    forgetDraft: () => {
      dropDraft(resource, id);
      setDraft(null);
    },
  };
}
