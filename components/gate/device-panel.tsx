"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { enrolDeviceAction } from "@/lib/gate/actions";

type DevicePanelProps = {
  texts: Messages["gate"]["devices"];
  eventId: string;
  /** First text of the name. */
  name: string;
};

async function drawLink(url: string): Promise<string> {
  const { default: QRCode } = await import("qrcode");
  return QRCode.toDataURL(url, { margin: 2, width: 320 });
}

/** Enrols the device of a volunteer and shows its link once, as text and as QR code. */
export function DevicePanel({ texts, eventId, name }: DevicePanelProps) {
  const router = useRouter();
  const isReady = useHydrated();
  const [link, setLink] = useState<{ url: string; picture: string } | null>(null);
  const { execute, isPending } = useAction(enrolDeviceAction, {
    onSuccess: ({ data: { url } }) => {
      void drawLink(url).then((picture) => setLink({ url, picture }));
      router.refresh();
    },
    onError: ({ error }) => notifyFailure(error),
  });
  return (
    <div className="grid gap-4">
      <form
        method="post"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const { name: typed, days } = Object.fromEntries(new FormData(event.currentTarget));
          execute({ eventId, name: typeof typed === "string" ? typed : "", days });
        }}
      >
        <label className="grid gap-1 font-semibold">
          {texts.name}
          <Input
            name="name"
            required
            maxLength={60}
            defaultValue={name.slice(0, 60)}
            autoComplete="off"
            className="font-sans font-normal"
          />
        </label>
        <label className="grid gap-1 font-semibold">
          {texts.days}
          <Input
            name="days"
            type="number"
            min={1}
            max={30}
            defaultValue={2}
            required
            className="w-28 font-sans font-normal"
          />
        </label>
        <Button type="submit" disabled={isPending || !isReady}>
          {texts.enrol}
        </Button>
      </form>
      {link && (
        <div role="status" className="grid gap-2 rounded-xl border-2 border-faixa p-3 sm:grid-cols-[auto_1fr]">
          {/* Black on white in both themes, so that cameras read it. */}
          <img src={link.picture} alt={texts.qr} width={200} height={200} className="rounded bg-white" />
          <div className="grid content-start gap-2">
            <p className="font-semibold">{texts.once}</p>
            <code className="wrap-anywhere">{link.url}</code>
            <Button
              variant="outline"
              className="w-fit"
              onClick={() => void navigator.clipboard.writeText(link.url).catch(() => undefined)}
            >
              {texts.copy}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
