import type { Field } from "@/lib/panel/admin/resource";
import { fieldText } from "./field-value";
import { useLabels } from "./labels";

type Row = Record<string, unknown>;
type ChildChangesProps = {
  field: Field;
  before: readonly Row[];
  after: readonly Row[];
  locale: string;
};

const columnsOf = ({ name, kind }: Field) => (kind === "coordinates" ? ["lat", "lng"] : [name]);

/** Changes of the children of a row: added, removed, and changed field by field. */
export function ChildChanges({ field, before, after, locale }: ChildChangesProps) {
  const labels = useLabels();
  const fields = field.rows?.fields ?? [];
  const nameOf = (row: Row) => fieldText({ field, name: field.name, value: [row], labels, locale });
  const find = (rows: readonly Row[], row: Row) => rows.find(({ id }) => id === row["id"]);
  const shown = (column: string, value: unknown) =>
    fieldText({ field: fields.find(({ name }) => name === column), name: column, value, labels, locale }).slice(0, 240);
  return (
    <ul className="grid gap-1">
      {before
        .filter((row) => !find(after, row))
        .map((row) => (
          <li key={String(row["id"])}>
            − <del className="text-muted">{nameOf(row)}</del>
          </li>
        ))}
      {after.map((row) => {
        const old = find(before, row);
        if (!old) return <li key={String(row["id"])}>+ {nameOf(row)}</li>;
        const changed = fields
          .flatMap(columnsOf)
          .filter((column) => JSON.stringify(old[column]) !== JSON.stringify(row[column]));
        if (changed.length === 0) return null;
        return (
          <li key={String(row["id"])}>
            {nameOf(old)}:{" "}
            {changed.map((column) => (
              <span key={column} className="mr-2">
                {labels.field(fields.find(({ name }) => name === column)?.label ?? column)}{" "}
                <del className="text-muted">{shown(column, old[column])}</del> {shown(column, row[column])}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
