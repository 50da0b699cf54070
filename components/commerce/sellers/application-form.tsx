"use client";

import type { ReactNode } from "react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { PhoneField } from "@/components/form/contact-fields";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import * as device from "@/components/form/device-draft";
import { CheckboxField } from "@/components/form/checkbox-field";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useHydrated } from "@/components/form/use-hydrated";
import { SELLER_DRAFT_KEY } from "@/lib/platform/device-storage/rules";
import { applyAction } from "@/lib/commerce/sellers/actions";
import { STATES } from "@/lib/geo/states/rules";
import { ApplicationTexts, useApplicationTexts, type ApplicationMessages } from "./application-texts";
import { PixKeyFields } from "./pix-key-fields";
import { PixKeyTexts } from "./pix-key-texts";

type Values = Record<string, string | string[]>;

type Props = {
  /** False for visitors without an account or with an unconfirmed address: the form is stored as a draft instead of sent. */
  ready: boolean;
  terms: ReactNode;
  /** Values of an earlier application. */
  known: Values;
};

/** Refusals of the database as errors of the fields, by field and reason. */
const REFUSED: Partial<Record<string, FormErrors>> = {
  "document invalid": { fieldErrors: { document: ["documentInvalid"] } },
  "document taken": { fieldErrors: { document: ["documentTaken"] } },
  "pix_key invalid": { fieldErrors: { pix_key: ["pixKeyInvalid"] } },
};

function valuesOf(form: HTMLFormElement): Values {
  const data = new FormData(form);
  return { ...(Object.fromEntries(data) as Record<string, string>), states: data.getAll("states") as string[] };
}

/** Form to apply as a seller; the draft is stored on this device until the visitor has an account. */
export function ApplicationForm({ texts, ...props }: Props & { texts: ApplicationMessages }) {
  const hydrated = useHydrated();
  const [draft] = useState(() => device.readDraft<Values>("localStorage", SELLER_DRAFT_KEY));
  // Without a draft the form is not remounted, so that values typed before hydration are kept.
  return (
    <ApplicationTexts value={texts}>
      <PixKeyTexts value={texts}>
        {hydrated && draft ? (
          <Fields key="draft" {...props} values={{ ...props.known, ...draft }} />
        ) : (
          <Fields key="plain" {...props} values={props.known} />
        )}
      </PixKeyTexts>
    </ApplicationTexts>
  );
}

function Fields({ ready, terms, values }: Omit<Props, "known"> & { values: Values }) {
  const { application: texts, pixKey, validation } = useApplicationTexts();
  const router = useRouter();
  const [errors, setErrors] = useState<FormErrors>();
  const [isPending, start] = useTransition();
  const text = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
  const keep = (form: HTMLFormElement) => {
    // Sign-up may continue in another tab through a link in an e-mail, so the draft is in localStorage.
    device.writeDraft("localStorage", SELLER_DRAFT_KEY, valuesOf(form));
  };
  const submit = (form: FormData) =>
    start(async () => {
      try {
        const result = await applyAction(form);
        const refused = result.data?.outcome === "refused" ? result.data : null;
        setErrors(refused ? REFUSED[`${refused.field} ${refused.reason}`] : result.validationErrors);
        if (refused) return notifyFailure({ serverError: "input.invalid" });
        if (!result.data) return notifyFailure(result);
        device.dropDraft("localStorage", SELLER_DRAFT_KEY);
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  const states = STATES.map(({ abbr, name }) => ({ value: abbr, label: name }));
  return (
    <div onInput={(event) => keep((event.target as HTMLInputElement).form!)}>
      <ActionForm
        submit={submit}
        pending={isPending}
        errors={errors}
        texts={{ ...validation, ...texts.validation, pixKeyInvalid: pixKey.invalid }}
      >
        <TextField
          name="full_name"
          label={texts.fullName}
          autoComplete="name"
          maxLength={120}
          defaultValue={text("full_name")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="document"
            label={texts.document}
            hint={texts.documentHint}
            autoComplete="off"
            maxLength={20}
            defaultValue={text("document")}
          />
          <PhoneField name="phone" label={texts.phone} defaultValue={text("phone")} />
          <TextField
            name="city"
            label={texts.city}
            autoComplete="address-level2"
            maxLength={120}
            defaultValue={text("city")}
          />
        </div>
        <PixKeyFields kind={text("pix_key_type")} value={text("pix_key")} />
        <details className="rounded-lg border-2 border-line px-4 py-2">
          <summary className="flex min-h-9 cursor-pointer items-center font-semibold">{texts.states}</summary>
          <CheckboxGroup
            name="states"
            label={texts.statesHint}
            options={states}
            checked={Array.isArray(values.states) ? values.states : []}
          />
        </details>
        <TextAreaField
          name="experience"
          label={texts.experience}
          hint={texts.experienceHint}
          optional={texts.optional}
          defaultValue={text("experience")}
        />
        <CheckboxField name="accepts_terms" label={terms} />
        <SubmitButton
          label={texts.submit}
          pendingLabel={texts.sending}
          pending={isPending}
          waiting={!ready}
          variant="faixa"
        />
        {!ready && <p className="text-sm text-muted">{texts.kept}</p>}
      </ActionForm>
    </div>
  );
}
