"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { createTexts } from "@/components/ui/texts";
import { revokeReportAction, shareReportAction } from "@/lib/partners/vouchers/actions";
import { fill } from "@/components/ui/fill";
import { copyText } from "@/components/ui/copy-text";
import { AddressLink } from "@/components/ui/address-link";
import { VOUCHER_REPORT_DAYS } from "@/lib/platform/supabase/database-constants/partners";

type Texts = Messages["partners/vouchers"]["panel"]["reports"];
const { Provider: ReportTexts, useTexts: useReportTexts } = createTexts<Texts>("ReportTexts");
type ReportLink = { id: string; until: string; url: string };

/** Makes, copies and revokes the private links to the figures of a place. */
export function ReportLinks({ place, links, texts }: { place: string; links: readonly ReportLink[]; texts: Texts }) {
  const router = useRouter();
  const isReady = useHydrated();
  const [isFull, setFull] = useState(false);
  const { execute, isPending } = useAction(shareReportAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      setFull(data.outcome === "refused");
      router.refresh();
    },
  });
  return (
    <ReportTexts value={texts}>
      <Card className="grid gap-3">
        <h2 className="text-2xl">{texts.title}</h2>
        <p className="text-muted">{fill(texts.lead, { days: VOUCHER_REPORT_DAYS })}</p>
        <Button className="w-fit" disabled={!isReady || isPending} onClick={() => execute({ place })}>
          {texts.make}
        </Button>
        {isFull && (
          <p role="alert" className="font-semibold text-danger">
            {texts.limit}
          </p>
        )}
        <ul className="grid gap-3 empty:hidden">
          {links.map((link) => (
            <LinkLine key={link.id} link={link} />
          ))}
        </ul>
      </Card>
    </ReportTexts>
  );
}

function LinkLine({ link }: { link: ReportLink }) {
  const texts = useReportTexts();
  const router = useRouter();
  const isReady = useHydrated();
  const { execute, isPending } = useAction(revokeReportAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <li className="grid gap-2 border-t border-line pt-3">
      <AddressLink url={link.url} />
      <p className="text-sm text-muted">{texts.until.replace("{date}", link.until)}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={!isReady} onClick={() => void copyText(link.url, texts.copy)}>
          {texts.copy}
        </Button>
        <Button
          variant="outline"
          disabled={!isReady || isPending}
          onClick={() => whenConfirmed(texts.confirm, () => execute({ id: link.id }))}
        >
          {texts.revoke}
        </Button>
      </div>
    </li>
  );
}
