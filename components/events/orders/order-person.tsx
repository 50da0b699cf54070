"use client";

import { useRef, useState } from "react";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import type { Values } from "@/components/events/registrations/form-props";
import { CompanionFields, CompanyField, DocumentField } from "@/components/events/registrations/person-fields";
import { QuestionFields } from "@/components/events/registrations/question-fields";
import { valuesOfForm } from "@/components/events/registrations/registration-draft";
import { useRegistrationTexts } from "@/components/events/registrations/registration-texts";
import { StandField } from "@/components/events/registrations/stand-field";
import { VehicleFields } from "@/components/events/registrations/vehicle-fields";
import { FormPart } from "@/components/panel/requests/form-part";
import { fill } from "@/components/ui/fill";
import { isExhibitor } from "@/lib/events/events/rules";
import { countBelow, personPrefix } from "@/lib/events/registrations/orders/rules";
import type { OrderChoice, PersonKind } from "@/lib/events/registrations/orders/schema";
import { hasVehicles } from "@/lib/events/registrations/rules";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { HalfPriceField } from "./half-price-field";

export type OrderPersonProps = Pick<OrderChoice, "offer" | "kinds"> & {
  index: number;
  values: Values;
  locale: Locale;
  onKeep: () => void;
};

/** Fields of a person that are shown now replace what was known of them; the others stay for a kind that has them. */
function typedInto(known: Values, form: HTMLFormElement, prefix: string): Values {
  const shown = new Set([...form.elements].map((element) => element.getAttribute("name")));
  return Object.fromEntries(
    [...Object.entries(known).filter(([name]) => !shown.has(name)), ...Object.entries(valuesOfForm(form))].filter(
      ([name]) => name.startsWith(prefix),
    ),
  );
}

/** Another person of an order: a kind, a name when it is known, and what that kind asks for. */
export function OrderPerson({ index, offer, kinds, values: first, locale, onKeep }: OrderPersonProps) {
  const texts = useRegistrationTexts().order;
  const prefix = personPrefix(index);
  const part = useRef<HTMLFieldSetElement>(null);
  const [values, setValues] = useState(first);
  const kind = kinds.find(({ id }) => id === values[`${prefix}type`]) ?? kinds[0];
  if (!kind) return null;
  const options = kinds.map(({ id, name, price_cents: cents }) => ({
    value: id,
    label: cents > 0 ? `${name}: ${formatMoney(cents, locale)}` : name,
  }));
  const keepTyped = () => {
    const form = part.current?.closest("form");
    if (form) setValues(typedInto(values, form, prefix));
    // The fields of the new kind belong to the draft and the price too.
    requestAnimationFrame(onKeep);
  };
  return (
    <fieldset ref={part} className="grid gap-4">
      <legend className="mb-4 font-display text-2xl">{fill(texts.person, { number: index + 2 })}</legend>
      <div onChange={keepTyped}>
        <SelectField name={`${prefix}type`} label={texts.kind} options={options} defaultValue={kind.id} />
      </div>
      <TextField
        name={`${prefix}full_name`}
        label={texts.name}
        hint={texts.nameHint}
        optional={texts.optional}
        defaultValue={values[`${prefix}full_name`]}
        autoComplete="off"
        maxLength={120}
      />
      <CompanyField kind={kind.kind} values={values} prefix={prefix} />
      <DocumentField kind={kind.kind} values={values} prefix={prefix} />
      {kind.takesHalfPrice && (
        <HalfPriceField
          name={`${prefix}half_price`}
          offer={offer}
          value={values[`${prefix}half_price`]}
          locale={locale}
        />
      )}
      <AskedFields kind={kind} prefix={prefix} values={values} locale={locale} onKeep={onKeep} />
    </fieldset>
  );
}

type AskedProps = Pick<OrderPersonProps, "values" | "locale" | "onKeep"> & { kind: PersonKind; prefix: string };

/** Companions, cars, questions, stand and a note about documents, each only when the kind has it. */
function AskedFields({ kind, prefix, values, locale, onKeep }: AskedProps) {
  const { form: texts, order } = useRegistrationTexts();
  const [companions, setCompanions] = useState(() => countBelow(Object.keys(values), `${prefix}companions`));
  const [vehicles, setVehicles] = useState(() => countBelow(Object.keys(values), `${prefix}vehicles`, "make"));
  const [stand, setStand] = useState(values[`${prefix}stand`] ?? "");
  const isShown = isExhibitor(kind.kind);
  const least = isShown ? 1 : 0;
  const counted = (set: (count: number) => void) => (count: number) => {
    set(count);
    requestAnimationFrame(onKeep);
  };
  return (
    <>
      {kind.max_companions > 0 && (
        <CompanionFields
          count={Math.min(companions, kind.max_companions)}
          most={kind.max_companions}
          values={values}
          prefix={prefix}
          onCount={counted(setCompanions)}
        />
      )}
      {hasVehicles(kind.kind) && (
        <VehicleFields
          classes={kind.classes}
          count={Math.min(Math.max(vehicles, least), kind.max_vehicles)}
          least={least}
          most={kind.max_vehicles}
          isShown={isShown}
          values={values}
          prefix={prefix}
          onCount={counted(setVehicles)}
        />
      )}
      {kind.fields.length > 0 && (
        <FormPart title={texts.questions}>
          <QuestionFields
            optional={texts.optional}
            choose={texts.chooseOption}
            fields={kind.fields}
            values={values}
            prefix={prefix}
          />
        </FormPart>
      )}
      {kind.stands.length > 0 && (
        <StandField
          stands={kind.stands}
          locale={locale}
          value={kind.stands.some(({ id }) => id === stand) ? stand : ""}
          prefix={prefix}
          onValue={setStand}
        />
      )}
      {kind.sendsDocuments && <p className="text-muted">{order.personDocuments}</p>}
    </>
  );
}
