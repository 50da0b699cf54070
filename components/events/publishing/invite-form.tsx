"use client";

import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { copyText } from "@/components/ui/copy-text";
import { Button } from "@/components/ui/button";
import { createTexts } from "@/components/ui/texts";
import { AddressInput } from "@/components/ui/address-input";
import { createPublishLinkAction } from "@/lib/events/publishing/links/actions";
import { formatDay } from "@/lib/platform/format";
import { whatsappMessage } from "@/lib/platform/whatsapp";
import { STATES } from "@/lib/geo/states/rules";
import { valuesOf } from "./event-draft";

type Texts = Messages["events/publishing"]["invite"];
const { Provider: InviteTexts, useTexts: useInviteTexts } = createTexts<Texts>("InviteTexts");
type Props = { texts: Texts; validation: Record<string, string>; optional: string; locale: string };

const STATE_OPTIONS = STATES.map(({ abbr, name }) => ({ value: abbr, label: name }));

/** Makes a publish link; its address is shown only now. */
export function InviteForm({ texts, validation, optional, locale }: Props) {
  const router = useRouter();
  const [invited, setInvited] = useState({ label: "", phone: "" });
  const { execute, isPending, result, reset } = useAction(createPublishLinkAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  const submit = (form: FormData) => {
    const { label = "", phone = "" } = valuesOf(form);
    setInvited({ label, phone });
    execute(form);
  };
  if (result.data)
    return (
      <InviteTexts value={texts}>
        <NewLink {...result.data} {...invited} locale={locale} onDone={reset} />
      </InviteTexts>
    );
  return (
    <ActionForm submit={submit} pending={isPending} errors={result.validationErrors} texts={validation}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField name="label" label={texts.label} hint={texts.labelHint} maxLength={160} />
        <EmailField name="email" label={texts.email} optional={optional} autoComplete="off" />
        <PhoneField name="phone" label={texts.phone} optional={optional} autoComplete="off" />
        <SelectField
          name="state_abbr"
          label={texts.state}
          optional={optional}
          options={[{ value: "", label: texts.anyState }, ...STATE_OPTIONS]}
        />
        <TextField name="days" label={texts.days} inputMode="numeric" defaultValue="30" maxLength={3} />
        <TextField name="max_uses" label={texts.uses} inputMode="numeric" defaultValue="1" maxLength={2} />
      </div>
      <CheckboxField name="publishes_directly" label={texts.direct} />
      <div>
        <SubmitButton label={texts.make} pendingLabel={texts.making} pending={isPending} />
      </div>
    </ActionForm>
  );
}

type NewLinkProps = {
  url: string;
  expiresAt: string;
  label: string;
  phone: string;
  locale: string;
  onDone: () => void;
};

function NewLink({ url, expiresAt, label, phone, locale, onDone }: NewLinkProps) {
  const texts = useInviteTexts();
  const until = formatDay(expiresAt, locale, "long");
  const message = `${texts.message.replace("#1", label).replace("#2", until)}\n${url}`;
  return (
    <div className="grid gap-3" role="status">
      <p className="font-semibold">{texts.once}</p>
      <AddressInput label={texts.address} address={url} />
      <p className="flex flex-wrap gap-3">
        <Button asChild>
          <a href={whatsappMessage(phone, message)} target="_blank" rel="noopener noreferrer">
            WhatsApp
          </a>
        </Button>
        <Button variant="outline" onClick={() => void copyText(url, texts.copy)}>
          {texts.copy}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {texts.again}
        </Button>
      </p>
    </div>
  );
}
