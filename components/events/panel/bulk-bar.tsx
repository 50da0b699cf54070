"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { downloadProved } from "@/components/panel/admin/proved-download";
import { ask } from "@/components/ui/ask";
import { Button } from "@/components/ui/button";
import { fill } from "@/components/ui/fill";
import { controlClass } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";
import { decideRegistrationsAction } from "@/lib/events/panel/actions";
import { partsOf, registrationSearch, sumOfCounts, withQuery } from "@/lib/events/panel/list/rules";
import { BULK_OUTCOMES, DECISIONS, NEEDS_REASON, type Decision } from "@/lib/events/panel/rules";
import { printBadgesAction } from "@/lib/events/print-batches/actions";
import type { Locale } from "@/lib/platform/i18n/routing";
import { PRINT_SIZES } from "@/lib/platform/supabase/database-constants/events";
import { useBulkTexts, type BulkMessages } from "./bulk-texts";

/**
 * What the selected registrations belong to: the event, the filter of the list, the language of printed badges, and the
 * address where a message to them is written, for people who may.
 */
export type BulkTarget = { event: string; search: string; locale: Locale; messages: string | null };
type Props = { ids: readonly string[]; isEvery: boolean; target: BulkTarget; onDone: () => void };
type Counts = Partial<Record<(typeof BULK_OUTCOMES)[number], number>>;
type Size = (typeof PRINT_SIZES)[number];

const FORMATS = ["csv", "xlsx"] as const;

/** What can be done with the selected registrations, as values of one list. */
const printJob = (size: Size) => `print-${size}`;
const exportJob = (format: (typeof FORMATS)[number]) => `export-${format}`;
const MESSAGE_JOB = "message";
const sizeOf = (job: string) => PRINT_SIZES.find((size) => printJob(size) === job);
const formatOf = (job: string) => FORMATS.find((format) => exportJob(format) === job);

/** Registrations that one request decides: 200 of them passed the time limit of a statement on a busy machine. */
const PART = 25;

/**
 * Decides the registrations in parts and tells the counts after each of them; false when a part failed, after which the
 * rest is not tried.
 */
async function decideAll(
  ids: readonly string[],
  input: { decision: Decision; reason: string },
  tell: (counts: Counts, done: number) => void,
): Promise<boolean> {
  let counts: Counts = {};
  let done = 0;
  for (const registrations of partsOf(ids, PART)) {
    const answer = await decideRegistrationsAction({ registrations, ...input });
    if (!answer?.data) {
      notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      return false;
    }
    counts = sumOfCounts(counts, answer.data.counts);
    done += registrations.length;
    tell(counts, done);
  }
  return true;
}

const countsText = (texts: BulkMessages, counts: Counts): string =>
  BULK_OUTCOMES.filter((outcome) => counts[outcome])
    .map((outcome) => `${texts.outcome[outcome]}: ${counts[outcome]}`)
    .join(" · ");

/** Decides, prints or exports the selected registrations; stays at the lower edge of the window while some are selected. */
export function BulkBar({ ids, isEvery, target, onDone }: Props) {
  const texts = useBulkTexts();
  const router = useRouter();
  const [job, setJob] = useState<string>("approve");
  const [reason, setReason] = useState("");
  const [result, setResult] = useState("");
  const [isPending, start] = useTransition();
  const decision = DECISIONS.find((one) => one === job);
  const needsReason = decision !== undefined && NEEDS_REASON.includes(decision);
  const print = async (size: Size) => {
    const { event, locale } = target;
    const answer = await printBadgesAction({
      event,
      type: "",
      attending: "",
      since: "",
      size,
      locale,
      registrations: [...ids],
    });
    if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
    setResult(texts.printed.replace("#", String(answer.data.count)));
    router.refresh();
  };
  const run = async () => {
    const [size, format] = [sizeOf(job), formatOf(job)];
    const search = isEvery ? target.search : registrationSearch({ ids: [...ids] });
    if (format) return downloadProved(`/api/event-registrations/${target.event}/${format}${search}`);
    if (size) return print(size);
    if (job === MESSAGE_JOB && target.messages) return router.push(withQuery(target.messages, search));
    if (!decision || (isEvery && !(await ask(texts.confirm.replace("#", String(ids.length)))))) return;
    const isDone = await decideAll(ids, { decision, reason }, (counts, done) => {
      const progress = done < ids.length ? `${fill(texts.progress, { done, all: ids.length })} · ` : "";
      setResult(progress + countsText(texts, counts));
    });
    router.refresh();
    // After a failure the selection stays, so that the same can be tried again.
    if (!isDone) return;
    setReason("");
    onDone();
  };
  return (
    <form
      className="sticky bottom-0 z-10 grid gap-2"
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setResult("");
        start(() => run().catch((error: unknown) => notifyFailure({ thrownError: error as Error })));
      }}
    >
      {ids.length > 0 && (
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-xl border-2 border-line bg-raised p-2 shadow-lg">
          <label className="grid gap-1 text-sm">
            <span className="text-muted">{texts.selected.replace("#", String(ids.length))}</span>
            <select
              value={job}
              onChange={(event) => setJob(event.target.value)}
              className={`${controlClass} max-w-full sm:w-64`}
            >
              <optgroup label={texts.group.decide}>
                {DECISIONS.map((one) => (
                  <option key={one} value={one}>
                    {texts.decision[one]}
                  </option>
                ))}
              </optgroup>
              {target.messages && (
                <optgroup label={texts.group.write}>
                  <option value={MESSAGE_JOB}>{texts.message}</option>
                </optgroup>
              )}
              <optgroup label={texts.group.print}>
                {PRINT_SIZES.map((size) => (
                  <option key={size} value={printJob(size)}>
                    {texts.sizes[size]}
                  </option>
                ))}
              </optgroup>
              <optgroup label={texts.group.export}>
                {FORMATS.map((format) => (
                  <option key={format} value={exportJob(format)}>
                    {texts.file.replace("#", format.toUpperCase())}
                  </option>
                ))}
              </optgroup>
            </select>
          </label>
          {decision && (
            <LabelledInput
              label={needsReason ? texts.reason : texts.reasonOptional}
              className="grow sm:max-w-md"
              value={reason}
              maxLength={500}
              required={needsReason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <Button type="submit" variant={needsReason ? "danger" : "primary"} disabled={isPending}>
            {texts.run}
          </Button>
          <Button variant="outline" onClick={onDone} disabled={isPending}>
            {texts.clear}
          </Button>
        </div>
      )}
      <p role="status" className="rounded-lg bg-raised p-2 text-sm empty:hidden">
        {result}
      </p>
    </form>
  );
}
