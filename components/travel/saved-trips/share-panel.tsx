"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { controlClass } from "@/components/ui/input";
import { createTexts } from "@/components/ui/texts";
import { copyText } from "@/components/ui/copy-text";
import { AddressLink } from "@/components/ui/address-link";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { outcomeKey } from "@/lib/platform/outcome";
import { revokeShareAction, shareTripAction } from "@/lib/travel/saved-trips/shares/actions";
import { SCOPES, SHARE_DAYS, type Scope, type SharePart } from "@/lib/travel/saved-trips/shares/rules";
import { SHARE_PARTS } from "@/lib/platform/supabase/database-constants/travel";
import type { LinkState } from "@/lib/platform/links/rules";

const { Provider: ShareTexts, useTexts: useShareTexts } = createTexts<Texts>("ShareTexts");

type Texts = Messages["travel/saved-trips"]["share"];
type ShareRow = {
  id: string;
  scope: Scope;
  parts: readonly SharePart[];
  state: LinkState;
  until: string;
  url: string | null;
};
type Props = { trip: string; shares: readonly ShareRow[]; message: string; texts: Texts };

/** Makes, copies and ends the links of a trip. */
export function SharePanel({ trip, shares, message, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const [problem, setProblem] = useState("");
  const [scope, setScope] = useState<Scope>("view");
  const [days, setDays] = useState<(typeof SHARE_DAYS)[number]>(30);
  const [parts, setParts] = useState<readonly SharePart[]>([]);
  const toggle = (part: SharePart) =>
    setParts(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]);
  const { execute, isPending } = useAction(shareTripAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      const key = outcomeKey(data);
      setProblem(key === "saved" ? "" : texts.problems[key]);
      router.refresh();
    },
  });
  return (
    <ShareTexts value={texts}>
      <div className="grid gap-4">
        <p className="text-muted">{texts.lead}</p>
        <div className="flex flex-wrap items-end gap-3">
          <label className="grid gap-1 font-semibold">
            {texts.scope}
            <select value={scope} onChange={({ target }) => setScope(target.value as Scope)} className={controlClass}>
              {SCOPES.map((value) => (
                <option key={value} value={value}>
                  {texts.scopes[value]}
                </option>
              ))}
            </select>
          </label>
          <label className="grid gap-1 font-semibold">
            {texts.days}
            <select
              value={days}
              onChange={({ target }) => setDays(SHARE_DAYS.find((value) => String(value) === target.value) ?? 30)}
              className={controlClass}
            >
              {SHARE_DAYS.map((value) => (
                <option key={value} value={value}>
                  {texts.dayCount.replace("{days}", String(value))}
                </option>
              ))}
            </select>
          </label>
          <fieldset className="flex w-full flex-wrap gap-x-4">
            <legend className="font-semibold">{texts.parts.title}</legend>
            {SHARE_PARTS.map((part) => (
              <label key={part} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  checked={parts.includes(part)}
                  onChange={() => toggle(part)}
                  className="size-5"
                />
                {texts.parts[part]}
              </label>
            ))}
          </fieldset>
          <Button disabled={!isReady || isPending} onClick={() => execute({ trip, scope, days, parts: [...parts] })}>
            {texts.make}
          </Button>
        </div>
        {problem && (
          <p role="alert" className="font-semibold text-danger">
            {problem}
          </p>
        )}
        <ul className="grid gap-3 empty:hidden">
          {shares.map((share) => (
            <ShareLine key={share.id} share={share} message={message} />
          ))}
        </ul>
      </div>
    </ShareTexts>
  );
}

function ShareLine({ share, message }: { share: ShareRow; message: string }) {
  const texts = useShareTexts();
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending } = useAction(revokeShareAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  const { url } = share;
  return (
    <li className="grid gap-2 border-t border-line pt-3">
      <p>
        <span className="font-semibold">{texts.scopes[share.scope]}</span>
        <span className="text-muted">
          {[
            "",
            texts.states[share.state],
            share.until,
            [texts.parts.always, ...share.parts.map((part) => texts.parts[part].toLowerCase())].join(", "),
          ].join(" · ")}
        </span>
      </p>
      {url && (
        <>
          <AddressLink url={url} />
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" disabled={!isReady} onClick={() => void copyText(url, texts.copy)}>
              {texts.copy}
            </Button>
            <a
              href={whatsappShare(`${message} ${url}`)}
              target="_blank"
              rel="noopener"
              className={buttonClass({ size: "snug" })}
            >
              {texts.send}
            </a>
            <Button
              variant="outline"
              disabled={!isReady || isPending}
              onClick={() => whenConfirmed(texts.confirm, () => execute({ id: share.id }))}
            >
              {texts.revoke}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
