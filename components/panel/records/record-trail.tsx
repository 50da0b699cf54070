"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { restoreVersionAction } from "@/lib/panel/admin/actions";
import type { Field } from "@/lib/panel/admin/resource";
import { STATUS_COLUMNS, versionAfter, type Trail } from "@/lib/panel/admin/rules";
import { ChildChanges } from "./child-changes";
import { useLabels } from "./labels";
import { useFieldText } from "./use-field-text";
import { formatTimestamp } from "@/lib/platform/format";

type RecordTrailProps = {
  resource: string;
  id: string;
  fields: readonly Field[];
  entries: readonly Trail[];
  titles: Record<string, Record<string, string>>;
  locale: string;
  timeZone: string | undefined;
};

const SHOWN = 240;
const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);

/** Columns that a person changes without a field of the form. */
const SHOWN_COLUMNS = ["translations", "lat", "lng", "deleted_at"];

/** Names of an entry without keys and other technical columns. */
const labelsOf = (fields: readonly Field[], values: object): string[] =>
  Object.keys(values).filter((name) => SHOWN_COLUMNS.includes(name) || fields.some((field) => field.name === name));

/** History of a record; each earlier version has a button that restores it. */
export function RecordTrail({ resource, id, fields, entries, titles, locale, timeZone }: RecordTrailProps) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const router = useRouter();
  const { execute, isPending } = useAction(restoreVersionAction, {
    onSuccess: () => {
      notify({ code: "record.restored", variant: "success" });
      // The form has to load the restored values of the row.
      window.location.reload();
    },
    onError: ({ error }) => {
      notifyFailure(error);
      router.refresh();
    },
  });
  const text = useFieldText({ fields, titles, locale, timeZone });
  const shown = (name: string, value: unknown) => text(name, value).slice(0, SHOWN);
  const isChildren = (name: string) => fields.some((field) => field.name === name && field.kind === "rows");
  if (entries.length === 0) return <p className="text-muted">{t("trail.empty")}</p>;
  return (
    <ol className="grid gap-3">
      {entries.map((entry, index) => (
        <li key={entry.id} className="rounded-xl border border-line bg-surface p-4">
          <div className="flex flex-wrap items-center gap-3">
            <p className="mr-auto">
              <strong>{t(`trail.${entry.action}` as "trail.update")}</strong> · {entry.actor ?? t("trail.server")} ·{" "}
              <time dateTime={entry.createdAt}>
                {formatTimestamp(entry.createdAt, locale, { dateStyle: "medium", timeStyle: "medium" })}
              </time>
              {entry.reason && <span className="text-muted"> · {entry.reason}</span>}
            </p>
            {index > 0 && (
              <Button
                variant="outline"
                size="md"
                disabled={isPending}
                onClick={() => whenConfirmed(t("trail.confirm"), () => execute({ resource, id, entry: entry.id }))}
              >
                {t("trail.restore")}
              </Button>
            )}
            {index > 0 && STATUS_COLUMNS.some((name) => name in versionAfter(entries.slice(0, index))) && (
              <Button
                variant="outline"
                size="md"
                disabled={isPending}
                onClick={() =>
                  whenConfirmed(t("trail.confirmWithStatus"), () =>
                    execute({ resource, id, entry: entry.id, withStatus: true }),
                  )
                }
              >
                {t("trail.restoreWithStatus")}
              </Button>
            )}
          </div>
          <dl className="mt-2 grid gap-1 text-sm">
            {labelsOf(fields, entry.after ?? entry.before ?? {}).map((name) => (
              <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{labels.field(name)}</dt>
                <dd className="wrap-anywhere">
                  {isChildren(name) ? (
                    <ChildChanges
                      field={fields.find((one) => one.name === name)!}
                      before={rowsOf(entry.before?.[name])}
                      after={rowsOf(entry.after?.[name])}
                      locale={locale}
                    />
                  ) : (
                    <>
                      {entry.before?.[name] !== undefined && (
                        <del className="text-muted">{shown(name, entry.before[name])}</del>
                      )}{" "}
                      {entry.after && shown(name, entry.after[name])}
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
