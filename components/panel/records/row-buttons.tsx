import { ArrowDown, ArrowUp, Trash2 } from "lucide";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Icon } from "@/components/ui/icon";

/** A button of a row; it may be in a `summary`, which a click must not open. */
export const rowButton = "grid size-11 place-items-center rounded-lg hover:bg-raised";
export const unopened = (run: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  run();
};

type MoveProps = { index: number; count: number; onMove: (to: number) => void };

/** Moves a row of a list up or down. */
export function MoveButtons({ index, count, onMove }: MoveProps) {
  const t = useTranslations("panel/records");
  return (
    [
      [ArrowUp, "rows.up", index - 1, index === 0],
      [ArrowDown, "rows.down", index + 1, index === count - 1],
    ] as const
  ).map(([icon, name, to, isOff]) => (
    <button
      key={name}
      type="button"
      disabled={isOff}
      onClick={unopened(() => onMove(to))}
      className={`${rowButton} disabled:opacity-30`}
    >
      <Icon of={icon} className="size-5" label={t(name, { place: index + 1 })} />
    </button>
  ));
}

type RemoveProps = { index: number; disabled?: boolean; onRemove: () => void };

/** Removes a row of a list. */
export function RemoveButton({ index, disabled, onRemove }: RemoveProps) {
  const t = useTranslations("panel/records");
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={unopened(onRemove)}
      className={`${rowButton} text-danger disabled:opacity-30`}
    >
      <Icon of={Trash2} className="size-5" label={t("rows.remove", { place: index + 1 })} />
    </button>
  );
}
