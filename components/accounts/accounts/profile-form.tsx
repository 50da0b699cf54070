"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { saveProfileAction } from "@/lib/accounts/accounts/profile/actions";
import { ACCOUNT_EVENT } from "./account-event";
import { stateOptions } from "./state-options";

type ProfileFormProps = {
  texts: Messages["accounts/accounts"]["panel"]["profile"];
  optional: string;
  profile: { username: string; fullName: string; phone: string; homeState: string };
};

export function ProfileForm({ texts, optional, profile }: ProfileFormProps) {
  const router = useRouter();
  const { execute, result, isPending } = useAction(saveProfileAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess() {
      notify({ code: "profile.saved", variant: "success" });
      router.refresh();
      window.dispatchEvent(new Event(ACCOUNT_EVENT));
    },
  });
  return (
    <ActionForm submit={execute} pending={isPending} errors={result.validationErrors}>
      <TextField
        name="username"
        label={texts.username}
        defaultValue={profile.username}
        autoComplete="nickname"
        maxLength={60}
      />
      <TextField
        name="fullName"
        label={texts.fullName}
        optional={optional}
        defaultValue={profile.fullName}
        autoComplete="name"
        maxLength={120}
      />
      <PhoneField name="phone" label={texts.phone} optional={optional} defaultValue={profile.phone} />
      <SelectField
        name="homeState"
        label={texts.homeState}
        optional={optional}
        options={stateOptions(texts.noState)}
        defaultValue={profile.homeState}
        autoComplete="address-level1"
      />
      <SubmitButton label={texts.submit} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
