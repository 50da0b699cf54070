"use client";

import { Mail } from "lucide";
import type { Messages } from "next-intl";
import { useParams, usePathname } from "next/navigation";
import { useState, useTransition } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Locale } from "@/lib/platform/i18n/routing";

type Texts = Messages["platform/links"]["request"];
type Props = { label: string; texts: Texts; locale: Locale; contract?: boolean };

async function requestLink(body: object): Promise<keyof Texts> {
  const response = await fetch("/api/fresh-links", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response?.status === 429) return "limited";
  return response?.ok ? "sent" : "failed";
}

/** Requests a new link by the token in the page's address; the answer does not reveal whether the token is known. */
export function FreshLink({ label, texts, locale, contract = false }: Props) {
  // The static 404 page has no parameters; at its addresses the token is the last segment.
  const last = usePathname().split("/").at(-1);
  const { token = last } = useParams<{ token?: string }>();
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<keyof Texts | null>(null);
  const [isPending, start] = useTransition();
  const send = () => start(async () => setOutcome(await requestLink({ token: token ?? "", contract, locale })));
  return (
    <div className="grid justify-items-start gap-3">
      {outcome !== "sent" && (
        <Button
          disabled={!hydrated || isPending}
          data-until-hydrated={hydrated ? undefined : ""}
          onClick={send}
          className="max-sm:w-full max-sm:whitespace-normal"
        >
          <Icon of={Mail} /> {isPending ? texts.sending : label}
        </Button>
      )}
      <div aria-live="polite">
        {outcome && (
          <p className={outcome === "sent" ? "max-w-2xl font-semibold" : "rounded-lg border-2 border-danger p-3"}>
            {texts[outcome]}
          </p>
        )}
      </div>
    </div>
  );
}
