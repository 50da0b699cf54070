"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { setVoucherStatusAction } from "@/lib/partners/vouchers/actions";
import { nextStatuses } from "@/lib/partners/vouchers/rules";

type Props = {
  voucher: string;
  title: string;
  status: string;
  /** Only an approved voucher is put live again. */
  mayResume: boolean;
  texts: Messages["partners/vouchers"]["panel"];
};

const LABEL = { paused: "pause", active: "resume", ended: "end" } as const;

/** Pauses, resumes and ends a voucher; ending asks first. */
export function StatusButtons({ voucher, title, status, mayResume, texts }: Props) {
  const router = useRouter();
  const isReady = useHydrated();
  const [isStale, setStale] = useState(false);
  const { execute, isPending } = useAction(setVoucherStatusAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      setStale(data.outcome === "gone");
      router.refresh();
    },
  });
  const next = nextStatuses(status).filter((one) => one !== "active" || mayResume);
  const set = (one: (typeof next)[number]) => {
    const change = () => execute({ voucher, status: one });
    if (one === "ended") whenConfirmed(texts.confirmEnd.replace("{title}", title), change);
    else change();
  };
  return (
    <>
      {next.map((one) => (
        <Button key={one} variant="outline" disabled={!isReady || isPending} onClick={() => set(one)}>
          {texts[LABEL[one]]}
        </Button>
      ))}
      {isStale && (
        <p role="alert" className="w-full font-semibold text-danger">
          {texts.changed}
        </p>
      )}
    </>
  );
}
