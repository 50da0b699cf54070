"use client";

import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide";
import { useId, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { Field } from "@/lib/panel/admin/resource";
import type { FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";

type Group = Record<string, unknown>;
type TextsInputProps = FieldInputProps & { FieldInput: (props: FieldInputProps) => ReactNode };
type PartProps = Omit<TextsInputProps, "field"> & { name: string };

/** Texts longer than this many characters get an input with several lines. */
const ONE_LINE = 80;

/** The texts of a page with a fixed structure: an input for every text, a list for every array. */
export function TextsInput({ field, ...props }: TextsInputProps) {
  return <Part {...props} name={field.name} />;
}

function Part(props: PartProps) {
  const { value } = props;
  if (Array.isArray(value)) return <Items {...props} items={value} />;
  return typeof value === "object" && value !== null ? (
    <Texts {...props} group={value as Group} />
  ) : (
    <Text {...props} />
  );
}

function Text({ name, path, value, FieldInput, ...props }: PartProps) {
  const text = typeof value === "string" ? value : "";
  const kind = name.endsWith("_md")
    ? "markdown"
    : text.length > ONE_LINE || name === "lead" || name === "text"
      ? "longtext"
      : "text";
  const field: Field = { name, kind, max: kind === "text" ? 500 : undefined, readOnly: name === "id" };
  return <FieldInput {...props} field={field} path={path} value={text} />;
}

/** `jsonb` does not keep the order of keys, so these are shown first. */
const FIRST = ["id", "title", "lead"];
const placeOf = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

function Texts({ group, path, onChange, ...props }: PartProps & { group: Group }) {
  return (
    <div className="grid gap-4">
      {Object.entries(group)
        .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
        .map(([key, part]) => (
          <Part
            {...props}
            key={key}
            name={key}
            path={`${path}.${key}`}
            value={part}
            onChange={(changed) => onChange({ ...group, [key]: changed })}
          />
        ))}
    </div>
  );
}

/** A copy of an item to edit: the same texts with another anchor. */
function copyOf(item: unknown, count: number): unknown {
  return typeof item === "object" && item !== null && "id" in item
    ? { ...item, id: `${String(item.id)}-${count + 1}` }
    : item;
}

function Items({ items, path, name, onChange, ...props }: PartProps & { items: unknown[] }) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const heading = useId();
  const move = (from: number, to: number) => onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from]));
  const titleOf = (item: unknown) =>
    typeof item === "object" && item !== null && "title" in item ? String(item.title) : "";
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h3 id={heading} className="text-xl">
        {labels.field(name)} <span className="text-muted tabular">({items.length})</span>
      </h3>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no identity but their place
        <details key={index} className="rounded-xl border border-line bg-surface">
          <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-3">
            <span className="text-muted tabular">{index + 1}.</span>
            <strong className="mr-auto">{titleOf(item) || t("rows.unnamed")}</strong>
          </summary>
          <div className="grid gap-3 border-t border-line p-3">
            <span className="flex">
              {(
                [
                  [ArrowUp, "up", index === 0, () => move(index, index - 1)],
                  [ArrowDown, "down", index === items.length - 1, () => move(index, index + 1)],
                  [Copy, "copy", false, () => onChange(items.toSpliced(index + 1, 0, copyOf(item, items.length)))],
                  [Trash2, "remove", items.length === 1, () => onChange(items.toSpliced(index, 1))],
                ] as const
              ).map(([icon, action, isOff, run]) => (
                <button
                  key={action}
                  type="button"
                  disabled={isOff}
                  onClick={run}
                  className="grid size-11 place-items-center rounded-lg hover:bg-raised disabled:opacity-30"
                >
                  <Icon of={icon} className="size-5" label={t(`rows.${action}`, { place: index + 1 })} />
                </button>
              ))}
            </span>
            <Part
              {...props}
              name={name}
              path={`${path}.${index}`}
              value={item}
              onChange={(changed) => onChange(items.with(index, changed))}
            />
          </div>
        </details>
      ))}
    </section>
  );
}
