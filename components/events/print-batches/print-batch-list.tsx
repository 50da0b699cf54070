import { FileDown, TriangleAlert } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { CountForm } from "@/components/events/panel/count-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatMoment } from "@/lib/platform/format";
import { retryPrintBatchAction } from "@/lib/events/print-batches/actions";
import type { PrintBatch } from "@/lib/events/print-batches/queries";
import { batchState, expiryOf } from "@/lib/events/print-batches/rules";
import type { PrintSize } from "@/lib/events/registrations/badges/rules";
import { RefreshWhile } from "./refresh-while";

/** The files of an event that the worker draws: progress, link to the finished file, failure with a new attempt. */
export async function PrintBatchList({ batches }: { batches: readonly PrintBatch[] }) {
  const [t, locale] = [await getTranslations("events/print-batches"), await getLocale()];
  const isRunning = batches.some((batch) => ["queued", "printing"].includes(batchState(batch)));
  return (
    <>
      <RefreshWhile active={isRunning} />
      {batches.length > 0 && (
        <ul aria-label={t("files")} className="grid gap-3">
          {batches.map((batch) => (
            <li key={batch.id} className="grid gap-2 border-t border-line pt-3">
              <p className="text-sm text-muted">
                {[batch.size && t(`sizes.${batch.size as PrintSize}`), formatMoment(batch.created_at, locale)]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              <BatchState batch={batch} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

async function BatchState({ batch }: { batch: PrintBatch }) {
  const [t, locale] = [await getTranslations("events/print-batches"), await getLocale()];
  const [total, state] = [batch.total ?? 0, batchState(batch)];
  if (state === "ready")
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button asChild variant="outline">
          <a href={`/api/print-batches/${batch.id}`} target="_blank" rel="noreferrer">
            <Icon of={FileDown} /> {t("open", { pages: batch.pages ?? 0 })}
          </a>
        </Button>
        <span className="text-sm text-muted">
          {t("until", { when: formatMoment(expiryOf(batch.created_at), locale) })}
        </span>
      </p>
    );
  if (state === "failed")
    return (
      <>
        <p role="alert" className="flex gap-2 font-semibold">
          <Icon of={TriangleAlert} className="mt-0.5 size-5 shrink-0" /> {t("failed")}
        </p>
        {batch.failure && <p className="text-sm text-muted wrap-anywhere">{batch.failure}</p>}
        <CountForm
          action={retryPrintBatchAction}
          hidden={{ batch: batch.id }}
          label={t("retry")}
          done={t("queued")}
          variant="outline"
        />
      </>
    );
  return (
    <>
      <p role="status">{state === "queued" ? t("waiting", { total }) : t("progress", { done: batch.done, total })}</p>
      <ProgressBar value={batch.done} max={total} label={t("progress", { done: batch.done, total })} />
    </>
  );
}
