"use client";

import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState, type ReactNode } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass } from "@/components/ui/input";
import { createTexts } from "@/components/ui/texts";
import { useChosen } from "@/components/ui/use-chosen";
import { LabelledInput } from "@/components/ui/labelled-input";
import { decideRegistrationsAction } from "@/lib/events/panel/actions";
import { DECISIONS, NEEDS_REASON, type Decision, BULK_OUTCOMES } from "@/lib/events/panel/rules";

type TableRegistration = { id: string; name: string; href: string; cells: readonly ReactNode[] };
type Texts = Messages["events/panel"]["bulk"];
const { Provider: BulkTexts, useTexts: useBulkTexts } = createTexts<Texts>("BulkTexts");
type Props = { heads: readonly string[]; rows: readonly TableRegistration[]; texts: Texts };

/** Registrations with a checkbox each for bulk decisions; on a phone every row is a card. */
export function RegistrationTable({ heads, rows, texts }: Props) {
  const chosen = useChosen(rows);
  return (
    <BulkTexts value={texts}>
      <div className="grid gap-3">
        <BulkBar registrations={chosen.ids} onDone={() => chosen.chooseAll(false)} />
        <div className="overflow-x-auto rounded-xl border border-line bg-surface">
          <table className="w-full text-left text-[0.95rem] max-md:block">
            <thead className="border-b-2 border-line text-sm text-muted max-md:block max-md:p-3">
              <tr className="max-md:block">
                <th scope="col" className="w-12 p-3 max-md:p-0">
                  <Checkbox
                    aria-label={texts.all}
                    checked={chosen.isAll}
                    onChange={(event) => chosen.chooseAll(event.target.checked)}
                  />
                </th>
                {heads.map((head) => (
                  <th key={head} scope="col" className="p-3 font-semibold max-md:hidden">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-md:block">
              {rows.map(({ id, name, href, cells }) => (
                <tr
                  key={id}
                  className="border-b border-line align-top last:border-0 max-md:grid max-md:gap-1 max-md:p-3"
                >
                  <td className="p-3 max-md:p-0">
                    <Checkbox
                      aria-label={`${texts.choose}: ${name}`}
                      checked={chosen.isChosen(id)}
                      onChange={(event) => chosen.choose(id, event.target.checked)}
                    />
                  </td>
                  <th scope="row" className="p-3 font-normal wrap-anywhere max-md:p-0">
                    <Link
                      href={href}
                      className="font-semibold max-md:inline-flex max-md:min-h-9 max-md:items-center text-link underline underline-offset-4"
                    >
                      {name}
                    </Link>
                  </th>
                  {cells.map((cell, index) => (
                    <td
                      key={heads[index + 1]}
                      className="p-3 wrap-break-word max-md:grid max-md:grid-cols-[8rem_1fr] max-md:p-0 max-md:wrap-anywhere"
                    >
                      <span aria-hidden="true" className="text-sm text-muted md:hidden">
                        {heads[index + 1]}
                      </span>
                      <span>{cell}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </BulkTexts>
  );
}

function BulkBar({ registrations, onDone }: { registrations: string[]; onDone: () => void }) {
  const texts = useBulkTexts();
  const router = useRouter();
  const [decision, setDecision] = useState<Decision>("approve");
  const [reason, setReason] = useState("");
  const { execute, isPending, result } = useAction(decideRegistrationsAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => {
      onDone();
      setReason("");
      router.refresh();
    },
  });
  const counts = result.data?.counts;
  const needsReason = NEEDS_REASON.includes(decision);
  return (
    <form
      className="flex min-h-11 flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        execute({ registrations, decision, reason });
      }}
    >
      {registrations.length > 0 && (
        <>
          <label className="grid gap-1 text-sm">
            <span className="text-muted">{texts.selected.replace("#", String(registrations.length))}</span>
            <select
              value={decision}
              onChange={(event) => setDecision(event.target.value as Decision)}
              className={`${controlClass} sm:w-56`}
            >
              {DECISIONS.map((one) => (
                <option key={one} value={one}>
                  {texts.decision[one]}
                </option>
              ))}
            </select>
          </label>
          <LabelledInput
            label={needsReason ? texts.reason : texts.reasonOptional}
            className="grow sm:max-w-md"
            value={reason}
            maxLength={500}
            required={needsReason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" variant={needsReason ? "danger" : "primary"} disabled={isPending}>
            {texts.run}
          </Button>
        </>
      )}
      <p role="status" className="text-sm text-muted">
        {counts &&
          BULK_OUTCOMES.filter((outcome) => counts[outcome])
            .map((outcome) => `${texts.outcome[outcome]}: ${counts[outcome]}`)
            .join(" · ")}
      </p>
    </form>
  );
}
