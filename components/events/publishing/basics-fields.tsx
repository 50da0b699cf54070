"use client";

import { useEffect, useState } from "react";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { controlClass } from "@/components/ui/input";
import { zoneOfForm } from "@/lib/events/publishing/rules";
import { offsetAt } from "@/lib/platform/dates";
import { formatZone } from "@/lib/platform/format";
import { STATES, type StateAbbr } from "@/lib/geo/states/rules";
import { useEventTexts } from "./event-texts";
import { optionsOf, type StepProps } from "./form-props";
import { listTowns } from "./link-calls";

export function BasicsFields(props: StepProps) {
  const { values } = props;
  const texts = useEventTexts();
  const { basics, form } = texts;
  return (
    <>
      <TextField
        name="title"
        label={basics.title}
        hint={basics.titleHint}
        defaultValue={values.title}
        maxLength={140}
      />
      <SelectField name="kind" label={basics.kind} options={optionsOf(texts.kinds)} defaultValue={values.kind} />
      <TownFields {...props} />
      <TextAreaField
        name="description"
        label={basics.description}
        hint={basics.descriptionHint}
        optional={form.optional}
        rows={6}
        defaultValue={values.description}
      />
      <ContactFields {...props} />
    </>
  );
}

/** State and municipality; another state loads its municipalities. */
function TownFields({ values, initial, towns: first, link, locale }: StepProps) {
  const { basics } = useEventTexts();
  const [state, setState] = useState(values.state_abbr ?? "");
  const [town, setTown] = useState(values.municipality_ibge ?? "");
  const [loaded, setLoaded] = useState({ state: initial.state_abbr ?? "", towns: first });
  const [attempt, setAttempt] = useState(0);
  const towns = loaded.state === state ? loaded.towns : null;
  const [before, after] = [zoneOfForm(initial), zoneOfForm({ state_abbr: state, municipality_ibge: town })];
  const isOtherZone = Boolean(initial.id) && town !== "" && offsetAt(NOW, before) !== offsetAt(NOW, after);
  useEffect(() => {
    let isCurrent = true;
    if (!state || state === loaded.state) return undefined;
    listTowns(state as StateAbbr, link)
      .then((answer) => {
        notifyFailure(answer);
        if (isCurrent && answer.data) setLoaded({ state, towns: answer.data });
      })
      .catch((thrownError: Error) => notifyFailure({ thrownError }));
    return () => {
      isCurrent = false;
    };
  }, [state, loaded.state, link, attempt]);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field name="state_abbr" label={basics.state}>
        {(control) => (
          <select
            {...control}
            required
            className={controlClass}
            value={state}
            onChange={({ target }) => {
              setState(target.value);
              setTown("");
            }}
          >
            <option value="">{basics.chooseState}</option>
            {STATES.map(({ abbr, name }) => (
              <option key={abbr} value={abbr}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="municipality_ibge" label={basics.municipality} hint={state ? undefined : basics.municipalityHint}>
        {(control) => (
          <select
            {...control}
            required
            className={controlClass}
            value={town}
            // After a failed request the list is asked for again.
            onFocus={() => towns === null && setAttempt(attempt + 1)}
            onChange={({ target }) => setTown(target.value)}
          >
            <option value="">{basics.chooseTown}</option>
            {/* A draft of another state has its municipality before the list is loaded. */}
            {towns === null && town && <option value={town}>…</option>}
            {towns?.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isOtherZone && (
        <div className="grid gap-2 rounded-xl border-2 border-faixa p-4 sm:col-span-2">
          <p role="status">
            {basics.zoneChange
              .replace("{before}", formatZone(before, locale))
              .replace("{after}", formatZone(after, locale))}
          </p>
          <input type="hidden" name="zoneAsked" value="on" />
          <CheckboxField key={after} name="zoneAgreed" label={basics.zoneAgreed} />
        </div>
      )}
    </div>
  );
}

const NOW = Date.now();

function ContactFields({ values }: StepProps) {
  const { basics, form } = useEventTexts();
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-display text-xl">{basics.organizer}</legend>
      <TextField
        name="organizer_name"
        label={basics.organizer_name}
        defaultValue={values.organizer_name}
        maxLength={160}
        autoComplete="organization"
      />
      <p className="text-muted">{basics.contactHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField
          name="organizer_phone"
          label={basics.phone}
          optional={form.optional}
          defaultValue={values.organizer_phone}
        />
        <EmailField
          name="organizer_email"
          label={basics.email}
          optional={form.optional}
          defaultValue={values.organizer_email}
        />
        <TextField
          name="website"
          label={basics.website}
          optional={form.optional}
          inputMode="url"
          defaultValue={values.website}
          maxLength={300}
        />
        <TextField
          name="instagram"
          label={basics.instagram}
          optional={form.optional}
          defaultValue={values.instagram}
          maxLength={60}
        />
      </div>
    </fieldset>
  );
}
