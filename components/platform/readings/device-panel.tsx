"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { announceSaved } from "@/components/form/unsaved";
import { useHydrated } from "@/components/form/use-hydrated";
import { copyText } from "@/components/ui/copy-text";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { createTexts } from "@/components/ui/texts";

const { Provider: DeviceTexts, useTexts: useDeviceTexts } = createTexts<DevicePanelProps["texts"]>("DeviceTexts");

type Answer = { serverError?: string; validationErrors?: unknown; data?: { url: string } };

type DevicePanelProps = {
  texts: Record<"name" | "days" | "enrol" | "qr" | "once" | "copy", string>;
  /** Gets the name, the days and the hidden values. */
  action: (input: never) => Promise<Answer | undefined>;
  hidden: Record<string, string>;
  /** First text of the name. */
  name: string;
  days: { first: number; most: number };
};

async function drawLink(url: string): Promise<string> {
  const { default: QRCode } = await import("qrcode");
  return QRCode.toDataURL(url, { margin: 2, width: 320 });
}

/** Enrols a device and shows its link once, as text and as QR code. */
export function DevicePanel({ texts, action, hidden, name, days }: DevicePanelProps) {
  const router = useRouter();
  const isReady = useHydrated();
  const [isPending, start] = useTransition();
  const [link, setLink] = useState<NewLinkProps["link"] | null>(null);
  const enrol = (form: HTMLFormElement) =>
    start(async () => {
      try {
        const input = { ...Object.fromEntries(new FormData(form)), ...hidden };
        const answer = await (action as (input: unknown) => Promise<Answer | undefined>)(input);
        if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
        announceSaved();
        const { url } = answer.data;
        // The link is shown once, also where the code of the drawing does not load.
        setLink({ url, picture: await drawLink(url).catch(() => null) });
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  return (
    <DeviceTexts value={texts}>
      <div className="grid gap-4">
        <form
          method="post"
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            enrol(event.currentTarget);
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
              max={days.most}
              defaultValue={days.first}
              required
              className="w-28 font-sans font-normal"
            />
          </label>
          <Button type="submit" disabled={isPending || !isReady}>
            {texts.enrol}
          </Button>
        </form>
        {link && <NewLink link={link} />}
      </div>
    </DeviceTexts>
  );
}

type NewLinkProps = { link: { url: string; picture: string | null } };

function NewLink({ link: { url, picture } }: NewLinkProps) {
  const texts = useDeviceTexts();
  return (
    <div role="status" className="grid gap-2 rounded-xl border-2 border-faixa p-3 sm:grid-cols-[auto_1fr]">
      {/* Black on white in both themes, so that cameras read it. */}
      {picture && <img src={picture} alt={texts.qr} width={200} height={200} className="rounded bg-white" />}
      <div className="grid content-start gap-2">
        <p className="font-semibold">{texts.once}</p>
        <code className="wrap-anywhere">{url}</code>
        <Button variant="outline" className="w-fit" onClick={() => void copyText(url, texts.copy)}>
          {texts.copy}
        </Button>
      </div>
    </div>
  );
}
