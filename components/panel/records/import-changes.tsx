import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ReadyRow } from "@/lib/panel/admin/import";
import type { Field } from "@/lib/panel/admin/resource";
import { useLabels } from "./labels";
import { useFieldText } from "./use-field-text";

type Titles = Record<string, Record<string, string>>;
type ImportChangesProps = { rows: readonly ReadyRow[]; titles: Titles; fields: readonly Field[] };

const PER_STEP = 50;

/** What every row of a file changes: the value before and after. */
export function ImportChanges({ rows, titles, fields }: ImportChangesProps) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const [shown, setShown] = useState(PER_STEP);
  const text = useFieldText({ fields, titles, locale: useLocale() });
  return (
    <div className="max-h-96 overflow-auto rounded-lg border border-line">
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {(["line", "row", "field", "before", "after"] as const).map((name) => (
              <th key={name} scope="col" className="p-2 font-normal">
                {t(`import.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        {rows.slice(0, shown).map(({ line, title, isNew, changes }) => (
          <tbody key={line} className="border-t border-line align-top">
            {changes.map(({ field, before, after }, index) => {
              const [name = "", language] = field.split("@");
              return (
                <tr key={field}>
                  {index === 0 && (
                    <>
                      <td rowSpan={changes.length} className="p-2 tabular">
                        {line}
                      </td>
                      <th scope="rowgroup" rowSpan={changes.length} className="p-2 font-semibold wrap-anywhere">
                        {title} {isNew && <span className="font-normal text-muted">{t("import.new")}</span>}
                      </th>
                    </>
                  )}
                  <td className="p-2 text-muted">{labels.field(name) + (language ? ` (${language})` : "")}</td>
                  <td className="p-2 wrap-anywhere">
                    <span className="line-clamp-3">{isNew ? "" : text(name, before)}</span>
                  </td>
                  <td className="p-2 font-semibold wrap-anywhere">
                    <span className="line-clamp-3">{text(name, after)}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
      {rows.length > shown && (
        <Button variant="link" size="text" className="m-2" onClick={() => setShown(shown + PER_STEP)}>
          {t("import.showMore", { count: rows.length - shown })}
        </Button>
      )}
    </div>
  );
}
