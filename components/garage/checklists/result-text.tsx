import { countStatuses, OPEN_STATUSES, type ChecklistResult, type ItemStatus } from "@/lib/garage/checklists/rules";
import { fill } from "../../ui/fill";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  result: ChecklistResult;
  items?: readonly { status: ItemStatus }[];
  counts?: Record<ItemStatus, number>;
};

/** The result with the numbers behind it: "Com falha: 2 com falha, 1 com atenção". */
export function ResultText({ result, items = [], counts = countStatuses(items) }: Props) {
  const texts = useChecklistTexts();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts =
    result === "open"
      ? [fill(texts.counts.done, { done: total - counts.pending, total })]
      : OPEN_STATUSES.filter((status) => counts[status] > 0).map((status) =>
          fill(texts.counts[status], { count: counts[status] }),
        );
  return (
    <span data-result={result}>
      <strong>{texts.results[result]}</strong>
      {parts.length > 0 && `: ${parts.join(", ")}`}
    </span>
  );
}
