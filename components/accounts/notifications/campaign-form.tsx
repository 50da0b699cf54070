"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { addCampaignAction, countAudienceAction } from "@/lib/accounts/notifications/actions";
import { ROLES } from "@/lib/platform/auth/permissions";
import { STATES } from "@/lib/geo/states/rules";
import { CampaignPreview } from "./campaign-preview";
import { NOTIFICATION_AUDIENCES } from "@/lib/platform/supabase/database-constants/accounts";

type Texts = Messages["accounts/notifications"];
type Audience = (typeof NOTIFICATION_AUDIENCES)[number];

type CampaignFormProps = {
  texts: Texts;
  /** Number of devices of all accounts that would show a push message; null where no push keys are set. */
  devices: number | null;
  /** First values, for a notice about an event. */
  first: FirstNotice | null;
};

type FirstNotice = {
  title: string;
  body: string;
  titleEn: string;
  bodyEn: string;
  titleEs: string;
  bodyEs: string;
  link: string;
  audience: "state" | "event";
  state: string;
  event: { id: string; title: string };
};

const EMPTY = { title: "", body: "", link: "" };

/** Form for a notice in three languages; shows how many accounts it reaches and a preview. */
export function CampaignForm({ texts, devices, first }: CampaignFormProps) {
  const router = useRouter();
  const [draft, setDraft] = useState(first ?? EMPTY);
  const [made, setMade] = useState(0);
  const count = useAction(countAudienceAction);
  const { execute, result, isPending } = useAction(addCampaignAction, {
    onSuccess() {
      notify({ code: "profile.saved", variant: "success" });
      setDraft(EMPTY);
      setMade((number) => number + 1);
      // Without the event in the address, so that the same notice is not saved twice.
      if (first) router.replace(window.location.pathname);
      router.refresh();
    },
    onError: ({ error }) => notifyFailure(error),
  });
  const { form } = texts;
  const updatePreview = (element: HTMLFormElement | null) => {
    if (!element) return;
    const values = new FormData(element);
    const word = (name: string) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    };
    setDraft({ title: word("title"), body: word("body"), link: word("link") });
  };
  const countAudience = (element: HTMLFormElement) => {
    const values = new FormData(element);
    const [audience, role, state, event] = ["audience", "role", "state", "event"].map(
      (name) => values.get(name) as string,
    );
    const named = { all: "all", role, state, event }[audience as Audience];
    if (named)
      count.execute({ audience: audience as Audience, role: role as "", state: state as "", event: event ?? "" });
  };
  return (
    <div
      className="grid items-start gap-5 xl:grid-cols-[1fr_22rem]"
      onInput={(event) => updatePreview((event.target as HTMLElement).closest("form"))}
      onChange={(event) => {
        const element = (event.target as HTMLElement).closest("form");
        if (element && event.target instanceof HTMLSelectElement) countAudience(element);
      }}
    >
      <ActionForm key={made} submit={execute} pending={isPending} errors={result.validationErrors}>
        <TextField name="title" defaultValue={first?.title} label={form.title} maxLength={120} />
        <TextAreaField name="body" defaultValue={first?.body} label={form.body} rows={3} />
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-link underline underline-offset-4">
            {form.translations}
          </summary>
          <div className="grid gap-4 lg:grid-cols-2">
            <TextField
              name="titleEn"
              defaultValue={first?.titleEn}
              label={`${form.title} (English)`}
              optional={form.optional}
              maxLength={120}
            />
            <TextField
              name="titleEs"
              defaultValue={first?.titleEs}
              label={`${form.title} (Español)`}
              optional={form.optional}
              maxLength={120}
            />
            <TextAreaField
              name="bodyEn"
              defaultValue={first?.bodyEn}
              label={`${form.body} (English)`}
              optional={form.optional}
              rows={3}
            />
            <TextAreaField
              name="bodyEs"
              defaultValue={first?.bodyEs}
              label={`${form.body} (Español)`}
              optional={form.optional}
              rows={3}
            />
          </div>
        </details>
        <TextField
          name="link"
          defaultValue={first?.link}
          label={form.link}
          hint={form.linkHint}
          optional={form.optional}
          maxLength={300}
        />
        <div className={`grid gap-4 ${first ? "sm:grid-cols-2" : "sm:grid-cols-3"}`}>
          <SelectField
            name="audience"
            label={form.audience}
            options={NOTIFICATION_AUDIENCES.filter((value) => first || value !== "event").map((value) => ({
              value,
              label: texts.audience[value],
            }))}
            defaultValue={first?.audience ?? "all"}
          />
          <SelectField
            name="role"
            label={form.role}
            optional={form.optional}
            options={[{ value: "", label: "–" }, ...ROLES.map((value) => ({ value, label: value }))]}
            defaultValue=""
          />
          <SelectField
            name="state"
            label={form.state}
            optional={form.optional}
            options={[{ value: "", label: "–" }, ...STATES.map(({ abbr, name }) => ({ value: abbr, label: name }))]}
            defaultValue={first?.state ?? ""}
          />
          {first && (
            <SelectField
              name="event"
              label={form.event}
              optional={form.optional}
              options={[{ value: first.event.id, label: first.event.title }]}
              defaultValue={first.event.id}
            />
          )}
        </div>
        <TextField name="at" type="datetime-local" label={form.at} hint={form.atHint} optional={form.optional} />
        {devices !== null && (
          <CheckboxField
            name="push"
            label={form.push.replace("{count}", String(count.result.data?.devices ?? devices))}
          />
        )}
        <p aria-live="polite" className="text-muted">
          {count.result.data ? form.reach.replace("{count}", String(count.result.data.count)) : form.reachUnknown}
        </p>
        <SubmitButton label={form.submit} pendingLabel={form.pending} pending={isPending} />
      </ActionForm>
      <CampaignPreview title={form.preview} draft={draft} empty={form.previewEmpty} />
    </div>
  );
}
