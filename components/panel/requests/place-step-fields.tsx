"use client";

import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { CheckboxField } from "@/components/form/checkbox-field";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { ChoiceCards } from "@/components/form/choice-cards";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { PLACE_REQUEST_KINDS, type PlaceRequestKind } from "@/lib/panel/requests/rules";
import { PhotosField } from "./photos-field";
import { PlaceSearch } from "./place-search";
import { textOf, type Draft } from "./place-draft";
import type { PlaceFormProps } from "./place-form-props";
import type { PlaceStep } from "./place-steps";
import { usePlaceTexts } from "./place-texts";
import { TownAndPin } from "./town-and-pin";
import { SERVICE_ATTRIBUTES } from "@/lib/platform/supabase/database-constants/guide";

export type StepProps = PlaceFormProps & { kind: PlaceRequestKind; draft: Draft };

export function PlaceStepFields({ step, ...props }: StepProps & { step: PlaceStep }) {
  const Fields = {
    what: WhatFields,
    place: PlaceFields,
    message: MessageFields,
    car: CarFields,
    photos: PhotoFields,
    contact: ContactFields,
  }[step];
  return <Fields {...props} />;
}

function WhatFields({ kind, draft, categories, state }: StepProps) {
  const { place } = usePlaceTexts();
  return (
    <>
      <ChoiceCards
        name="kind"
        legend={place.kind}
        options={PLACE_REQUEST_KINDS.map((value) => ({
          value,
          label: place.kinds[value].title,
          text: place.kinds[value].text,
        }))}
        chosen={kind}
      />
      {kind === "new" && (
        <SelectField
          name="category_key"
          label={place.category}
          options={[{ value: "", label: place.chooseCategory }, ...categories]}
          defaultValue={textOf(draft, "category_key")}
        />
      )}
      {(kind === "correction" || kind === "claim") && (
        <PlaceSearch
          state={state.abbr}
          label={place.which.replace("{state}", state.name)}
          chosen={{ id: textOf(draft, "service_id"), name: textOf(draft, "serviceName") }}
        />
      )}
    </>
  );
}

function PlaceFields({ kind, draft, state }: StepProps) {
  const { place, form } = usePlaceTexts();
  const { optional } = form;
  const value = (name: string) => textOf(draft, name);
  return (
    <>
      <TextField
        name="name"
        label={kind === "club" ? place.clubName : place.name}
        defaultValue={value("name")}
        maxLength={160}
      />
      <TownAndPin state={state.abbr} cityLabel={place.city} city={value("city")} pin={value("pin")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="address"
          label={place.address}
          optional={optional}
          defaultValue={value("address")}
          autoComplete="off"
          maxLength={200}
        />
        <PhoneField
          name="phone"
          label={place.phone}
          optional={optional}
          defaultValue={value("phone")}
          autoComplete="off"
        />
        <TextField
          name="website"
          label={place.website}
          optional={optional}
          inputMode="url"
          defaultValue={value("website")}
          maxLength={300}
        />
        <TextField
          name="instagram"
          label={place.instagram}
          optional={optional}
          defaultValue={value("instagram")}
          maxLength={60}
        />
      </div>
      <TextField
        name="opening_hours"
        label={kind === "club" ? place.meeting : place.hours}
        hint={kind === "club" ? place.meetingHint : place.hoursHint}
        optional={optional}
        defaultValue={value("opening_hours")}
        maxLength={300}
      />
      <TextAreaField
        name="description"
        label={place.description}
        hint={place.descriptionHint}
        optional={optional}
        defaultValue={value("description")}
      />
    </>
  );
}

function MessageFields({ kind, draft }: StepProps) {
  const { place } = usePlaceTexts();
  const isClaim = kind === "claim";
  return (
    <TextAreaField
      name="message"
      label={isClaim ? place.proof : place.correction}
      hint={isClaim ? place.proofHint : place.correctionHint}
      defaultValue={textOf(draft, "message")}
      rows={6}
    />
  );
}

function CarFields({ draft }: StepProps) {
  const { place, form, attributes } = usePlaceTexts();
  const checked = Array.isArray(draft.attributes) ? draft.attributes : [];
  return (
    <>
      <CheckboxGroup
        name="attributes"
        label={place.attributes}
        hint={place.attributesHint}
        options={SERVICE_ATTRIBUTES.map((value) => ({ value, label: attributes[value] ?? value }))}
        checked={checked}
      />
      <TextField
        name="makes"
        label={place.makes}
        hint={place.makesHint}
        optional={form.optional}
        defaultValue={textOf(draft, "makes")}
        maxLength={200}
      />
    </>
  );
}

function PhotoFields({ draft }: StepProps) {
  return <PhotosField initial={textOf(draft, "photos")} />;
}

function ContactFields({ kind, draft, consent, plans }: StepProps) {
  const { place, form } = usePlaceTexts();
  const value = (name: string) => textOf(draft, name);
  return (
    <>
      <p className="text-muted">{place.contactHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="requester_name"
          label={form.name}
          autoComplete="name"
          defaultValue={value("requester_name")}
          maxLength={120}
        />
        <EmailField name="requester_email" label={form.email} defaultValue={value("requester_email")} />
        <PhoneField
          name="requester_phone"
          label={form.phone}
          optional={form.optional}
          defaultValue={value("requester_phone")}
        />
        {kind !== "correction" && (
          <TextField
            name="document"
            label={place.document}
            hint={place.documentHint}
            optional={form.optional}
            inputMode="numeric"
            defaultValue={value("document")}
            maxLength={20}
          />
        )}
      </div>
      {kind === "new" && (
        <div className="grid gap-1">
          <CheckboxField name="runs_place" label={place.runsPlace} defaultChecked={value("runs_place") !== ""} />
          <p className="pl-9 text-sm text-muted">{place.runsPlaceHint}</p>
        </div>
      )}
      {(kind === "new" || kind === "claim") && plans.length > 0 && (
        <div className="grid gap-2">
          <ChoiceCards
            name="plan_id"
            legend={place.plan}
            options={[{ value: "", label: place.free.title, text: place.free.text }, ...plans]}
            chosen={textOf(draft, "plan_id")}
          />
          <p className="text-sm text-muted">{place.planHint}</p>
        </div>
      )}
      <CheckboxField name="consent" label={consent} required />
    </>
  );
}
