"use client";

import { useTranslations } from "next-intl";
import { useId, type RefObject } from "react";
import { Button } from "@/components/ui/button";

type MergeDialogProps = {
  ref: RefObject<HTMLDialogElement | null>;
  remaining: string;
  other: string;
  /** The other row has a public address, which will redirect to the remaining row. */
  moves: boolean;
  isBusy: boolean;
  onMerge: () => void;
};

/** Shows what a merge does to both rows before it starts. */
export function MergeDialog({ ref, remaining, other, moves, isBusy, onMerge }: MergeDialogProps) {
  const t = useTranslations("panel/records.duplicates");
  const id = useId();
  const lines = [t("moveChildren"), t("fillGaps"), t("toTrash"), ...(moves ? [t("moveAddress")] : []), t("undo")];
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="m-auto max-h-[90dvh] w-[min(36rem,94vw)] overflow-y-auto rounded-2xl border-2 border-line bg-surface p-6 text-text"
    >
      <h2 id={id} className="text-3xl wrap-anywhere">
        {t("confirm", { kept: remaining })}
      </h2>
      <p className="mt-3 wrap-anywhere">{t("join", { other })}</p>
      <ul className="mt-3 grid list-disc gap-2 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-2">
        <Button type="submit" variant="outline">
          {t("cancel")}
        </Button>
        <Button disabled={isBusy} onClick={onMerge}>
          {t("merge")}
        </Button>
      </form>
    </dialog>
  );
}
