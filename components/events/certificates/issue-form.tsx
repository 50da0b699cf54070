"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { issueCertificatesAction } from "@/lib/events/certificates/actions";
import { RefreshWhile } from "@/components/events/print-batches/refresh-while";
import type { CertificatePerson } from "@/lib/events/certificates/schema";

type IssueFormProps = {
  event: string;
  template: string;
  /** Hours of the event, which each batch may change. */
  hours: number | null;
  people: readonly CertificatePerson[];
  isRunning: boolean;
};

/** People who entered; those without a certificate are chosen at first. */
export function IssueForm({ event, template, hours: usual, people, isRunning }: IssueFormProps) {
  const t = useTranslations("events/certificates.admin");
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [hours, setHours] = useState(usual === null ? "" : String(usual));
  const open = people.filter((person) => !person.has_certificate);
  const chosen = open.filter(({ id }) => !left.has(id));
  const toggle = (id: string) =>
    setLeft((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]));
  const issue = () =>
    start(async () => {
      const registrations = chosen.map(({ id }) => id);
      const answer = await issueCertificatesAction({
        event,
        template,
        registrations,
        hours: hours ? Number(hours) : null,
      });
      if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      router.refresh();
    });
  return (
    <div className="grid gap-3">
      <RefreshWhile active={isRunning} />
      <ul className="grid max-h-96 gap-1 overflow-y-auto sm:grid-cols-2">
        {people.map(({ id, name, has_certificate }) => (
          <li key={id}>
            <label className="flex min-h-10 items-center gap-2">
              <Checkbox
                checked={!has_certificate && !left.has(id)}
                disabled={has_certificate}
                onChange={() => toggle(id)}
              />
              {name} {has_certificate && <span className="text-sm text-muted">{t("hasOne")}</span>}
            </label>
          </li>
        ))}
      </ul>
      <p>{t("chosen", { count: chosen.length })}</p>
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-sm">
          {t("hours")}
          <Input
            type="number"
            min={0.5}
            max={999}
            step={0.5}
            value={hours}
            onChange={({ target }) => setHours(target.value)}
          />
        </label>
        <Button onClick={issue} disabled={!hydrated || isPending || isRunning || chosen.length === 0}>
          {isRunning ? t("issuing") : t("issue")}
        </Button>
      </div>
    </div>
  );
}
