"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { announceSaved } from "@/components/form/unsaved";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { controlClass, Input } from "@/components/ui/input";
import { savePixConfigAction } from "@/lib/commerce/payments/actions";
import type { PixKeyType } from "@/lib/platform/pix/schema";
import { PIX_KEY_TYPES } from "@/lib/platform/supabase/database-constants/commerce";

type Texts = Messages["commerce/payments"]["panel"]["settings"]["pix"] &
  Record<"save" | "enabled" | "on" | "off", string>;
type Pix = { enabled: boolean; pix_key: string; pix_key_type: PixKeyType | ""; recipient_name: string; city: string };

/** The recipient of Pix payments; the server validates the key by its type and returns the error. */
export function PixSettings({ texts, pix }: { texts: Texts; pix: Pix }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [values, setValues] = useState(() => ({
    enabled: String(pix.enabled) as "true" | "false",
    pix_key: pix.pix_key,
    pix_key_type: pix.pix_key_type || ("cpf" as const),
    recipient_name: pix.recipient_name,
    city: pix.city,
  }));
  const { execute, result, isPending } = useAction(savePixConfigAction, {
    onSuccess: ({ data }) => {
      if (!data.problem) announceSaved();
      router.refresh();
    },
    onError: ({ error, input }) => notifyFailure(error, () => execute(input)),
  });
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const problem = result.data?.problem;
  const field = (name: "pix_key" | "recipient_name" | "city", label: string, maxLength: number) => (
    <label className="grid gap-1 font-semibold">
      {label}
      <Input
        value={values[name]}
        maxLength={maxLength}
        onChange={(event) => set({ [name]: event.target.value })}
        className="font-sans font-normal"
      />
    </label>
  );
  return (
    <form
      method="post"
      aria-busy={isPending}
      className="grid gap-4"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        execute(values);
      }}
    >
      <label className="grid gap-1 font-semibold">
        {texts.enabled}
        <select
          value={values.enabled}
          onChange={(event) => set({ enabled: event.target.value === "true" ? "true" : "false" })}
          className={`${controlClass} font-sans font-normal sm:w-40`}
        >
          <option value="false">{texts.off}</option>
          <option value="true">{texts.on}</option>
        </select>
      </label>
      <label className="grid gap-1 font-semibold">
        {texts.type}
        <select
          value={values.pix_key_type}
          onChange={(event) =>
            set({ pix_key_type: PIX_KEY_TYPES.find((type) => type === event.target.value) ?? "cpf" })
          }
          className={`${controlClass} font-sans font-normal`}
        >
          {PIX_KEY_TYPES.map((type) => (
            <option key={type} value={type}>
              {texts.types[type]}
            </option>
          ))}
        </select>
      </label>
      {field("pix_key", texts.key, 140)}
      {field("recipient_name", texts.name, 80)}
      {field("city", texts.city, 60)}
      {problem && (
        <p role="alert" className="rounded-lg border-2 border-danger p-3">
          {texts.problem[problem]}
        </p>
      )}
      {result.data && !problem && <p role="status">{texts.saved}</p>}
      <Button type="submit" disabled={isPending || !hydrated} className="w-fit">
        {texts.save}
      </Button>
    </form>
  );
}
