"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { PhoneField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { savePlaceAction } from "@/lib/partners/own-places/actions";
import { DIRECT_FIELDS, isSame, type DirectField } from "@/lib/partners/own-places/rules";
import type { PlaceState } from "@/lib/partners/own-places/schema";
import { attributesOf, makesOf, openHoursOf } from "@/lib/guide/services/rules";
import { DirectTexts, useDirectTexts, type DirectMessages } from "./direct-texts";
import { HoursFields } from "./hours-fields";
import { SERVICE_ATTRIBUTES } from "@/lib/platform/supabase/database-constants/guide";

type Props = {
  place: PlaceState;
  texts: DirectMessages;
};

const hoursOf = (value: unknown) => Object.fromEntries(openHoursOf(value).map(({ day, spans }) => [day, spans]));
const labelOf = (field: DirectField, texts: DirectMessages["direct"]) =>
  field === "opening_hours" ? texts.hours : texts[field];

/** The fields that are public at once. After somebody else saved, the typed values stay and the person decides. */
export function DirectForm({ place, texts }: Props) {
  const router = useRouter();
  const { direct: words, attributes, optional, validation } = texts;
  const [other, setOther] = useState<PlaceState | null>(null);
  const [isRefreshing, refresh] = useTransition();
  const {
    execute,
    result,
    isPending: isSaving,
  } = useFormAction(savePlaceAction, ({ data }) => {
    if (data.outcome === "conflict") return setOther(data.place);
    setOther(null);
    if (data.outcome === "saved") notify({ code: "system.done", variant: "success" });
    refresh(() => router.refresh());
  });
  const isPending = isSaving || isRefreshing;
  const base = Object.fromEntries(DIRECT_FIELDS.map((field) => [field, place[field]]));
  return (
    <DirectTexts value={texts}>
      <ActionForm
        submit={execute as (form: FormData) => void}
        pending={isPending}
        errors={result.validationErrors}
        texts={{ ...validation, hoursInvalid: words.hoursInvalid }}
        hidden={{ service: place.id, expected_version: (other ?? place).updated_at, before: JSON.stringify(base) }}
        className="grid gap-5"
        isReplaced
      >
        <Contacts place={place} />
        <HoursFields hours={hoursOf(place.opening_hours)} />
        <CheckboxGroup
          name="attributes"
          label={words.attributes}
          options={SERVICE_ATTRIBUTES.map((value) => ({ value, label: attributes[value] }))}
          checked={attributesOf(place.attributes)}
        />
        <TextField
          name="makes"
          label={words.makes}
          hint={words.makesHint}
          optional={optional}
          defaultValue={makesOf(place.attributes).join(", ")}
          maxLength={600}
        />
        {other && <Conflict mine={place} saved={other} onDiscard={() => location.reload()} />}
        <SubmitButton label={other ? words.saveMine : words.save} pendingLabel={words.pending} pending={isPending} />
      </ActionForm>
    </DirectTexts>
  );
}

function Contacts({ place }: { place: PlaceState }) {
  const { direct: words, optional } = useDirectTexts();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PhoneField
        name="phone"
        label={words.phone}
        hint={words.numberHint}
        optional={optional}
        defaultValue={place.phone ?? ""}
        autoComplete="off"
      />
      <PhoneField
        name="whatsapp"
        label={words.whatsapp}
        optional={optional}
        defaultValue={place.whatsapp ?? ""}
        autoComplete="off"
      />
      <TextField
        name="website"
        label={words.website}
        optional={optional}
        inputMode="url"
        defaultValue={place.website ?? ""}
        maxLength={300}
      />
      <TextField
        name="instagram"
        label={words.instagram}
        optional={optional}
        defaultValue={place.instagram ?? ""}
        maxLength={60}
      />
    </div>
  );
}

type ConflictProps = { mine: PlaceState; saved: PlaceState; onDiscard: () => void };

/** What somebody else saved meanwhile, with the way to give up one's own changes. */
function Conflict({ mine, saved, onDiscard }: ConflictProps) {
  const words = useDirectTexts().direct;
  const changed = DIRECT_FIELDS.filter((field) => !isSame(mine[field], saved[field]));
  const shown = (value: unknown) =>
    typeof value === "string" ? value : value === null || value === undefined ? "–" : JSON.stringify(value);
  return (
    <div role="alert" className="grid gap-2 rounded-xl border-2 border-faixa p-4">
      <p className="font-semibold">{words.conflict}</p>
      <ul className="list-inside list-disc">
        {changed.map((field) => (
          <li key={field} className="wrap-anywhere">
            {labelOf(field, words)}: {shown(saved[field])}
          </li>
        ))}
        {changed.length === 0 && <li>{words.conflictOther}</li>}
      </ul>
      <Button variant="outline" className="h-auto min-h-11 w-fit whitespace-normal" onClick={onDiscard}>
        {words.showSaved}
      </Button>
    </div>
  );
}
