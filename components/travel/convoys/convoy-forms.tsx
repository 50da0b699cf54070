"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { createConvoyAction, joinConvoyAction } from "@/lib/travel/convoys/actions";
import { convoyPath } from "@/lib/travel/convoys/rules";
import { DURATIONS, type ConvoyError } from "@/lib/travel/convoys/schema";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { useConvoyTexts } from "./convoy-texts";
import type { JOIN_REFUSALS } from "@/lib/travel/convoys/schema";

type Props = {
  locale: Locale;
  /** Full name of the profile. */
  name: string;
};

const DEFAULT_HOURS = "8";

/** Starts a convoy and opens it. */
export function CreateConvoy({ locale, name }: Props) {
  const texts = useConvoyTexts();
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(
    createConvoyAction,
    ({ data }) => data.outcome === "saved" && router.push(localePath(locale, convoyPath(data.code))),
  );
  return (
    <ActionForm submit={execute} pending={isPending} errors={result.validationErrors}>
      <TextField name="name" label={texts.form.name} hint={texts.form.nameHint} maxLength={80} />
      <SelectField
        name="hours"
        label={texts.form.hours}
        hint={texts.form.hoursHint}
        defaultValue={DEFAULT_HOURS}
        options={DURATIONS.map((hours) => ({
          value: String(hours),
          label: texts.form.duration.replace("{hours}", String(hours)),
        }))}
      />
      <MemberFields field="member_name" name={name} />
      {result.data?.outcome === "refused" && <p role="alert">{texts.form.tooMany}</p>}
      <SubmitButton label={texts.form.create} pendingLabel={texts.form.pending} pending={isPending} />
    </ActionForm>
  );
}

/** Joins the convoy of a code, which a link may have filled in. */
export function JoinConvoy({ locale, name, code }: Props & { code: string }) {
  const texts = useConvoyTexts();
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(joinConvoyAction, ({ data }) => {
    if (data.outcome !== "saved") return;
    router.push(localePath(locale, convoyPath(data.code)));
    router.refresh();
  });
  const refused: Record<(typeof JOIN_REFUSALS)[number], ConvoyError> = {
    unknown: "codeUnknown",
    over: "over",
    full: "full",
  };
  const errors =
    result.data?.outcome === "refused"
      ? { fieldErrors: { code: [refused[result.data.reason]] } }
      : result.validationErrors;
  return (
    <ActionForm submit={execute} pending={isPending} errors={errors}>
      <TextField
        name="code"
        label={texts.form.code}
        hint={texts.form.codeHint}
        defaultValue={code}
        autoComplete="off"
        maxLength={20}
      />
      <MemberFields field="name" name={name} />
      <SubmitButton label={texts.form.join} pendingLabel={texts.form.pending} pending={isPending} />
    </ActionForm>
  );
}

/** The name that the others see, and the car; `field` is the field of the name. */
export function MemberFields({ field, name }: Pick<Props, "name"> & { field: "name" | "member_name" }) {
  const texts = useConvoyTexts();
  return (
    <>
      <TextField
        name={field}
        label={texts.form.member}
        hint={texts.form.memberHint}
        defaultValue={name}
        maxLength={60}
      />
      <TextField name="vehicle" label={texts.form.vehicle} optional={texts.form.optional} maxLength={80} />
    </>
  );
}
