"use client";

import { Plus, Trash2 } from "lucide";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { isCompany } from "@/lib/events/registrations/rules";
import { STATES } from "@/lib/geo/states/rules";
import type { Values } from "./form-props";
import { useRegistrationTexts } from "./registration-texts";
import { isVisitor, isExhibitor } from "@/lib/events/events/rules";

type Props = { kind: RegistrationKind; values: Values };

/** Name and contact of the person, and the company of kinds that sell. */
export function PersonFields({ kind, values }: Props) {
  const texts = useRegistrationTexts().form;
  const seller = isCompany(kind);
  return (
    <FormPart title={texts.person}>
      {seller && (
        <TextField
          name="company"
          label={texts.company}
          defaultValue={values.company}
          autoComplete="organization"
          maxLength={160}
        />
      )}
      <TextField
        name="full_name"
        label={texts.fullName}
        defaultValue={values.full_name}
        autoComplete="name"
        maxLength={120}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EmailField name="email" label={texts.email} hint={texts.emailHint} defaultValue={values.email} />
        <ContactFields kind={kind} values={values} />
      </div>
      {!isVisitor(kind) && (
        <TextField
          name="document"
          label={texts.document}
          optional={seller ? undefined : texts.optional}
          defaultValue={values.document}
          autoComplete="off"
          maxLength={20}
        />
      )}
      <PlaceFields kind={kind} values={values} />
    </FormPart>
  );
}

/** Phone, which visitors may leave out. */
export function ContactFields({ kind, values }: Props) {
  const texts = useRegistrationTexts().form;
  return (
    <PhoneField
      name="phone"
      label={texts.phone}
      optional={isVisitor(kind) ? texts.optional : undefined}
      defaultValue={values.phone}
    />
  );
}

/** Town, state and club. */
export function PlaceFields({ kind, values }: Props) {
  const texts = useRegistrationTexts().form;
  const states = [
    { value: "", label: texts.chooseState },
    ...STATES.map(({ abbr, name }) => ({ value: abbr, label: name })),
  ];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="town"
          label={texts.town}
          optional={texts.optional}
          defaultValue={values.town}
          maxLength={120}
        />
        <SelectField
          name="state_abbr"
          label={texts.uf}
          optional={texts.optional}
          options={states}
          defaultValue={values.state_abbr}
        />
      </div>
      {isExhibitor(kind) && (
        <TextField
          name="club"
          label={texts.club}
          optional={texts.optional}
          defaultValue={values.club}
          maxLength={160}
        />
      )}
    </>
  );
}

type CompanionProps = {
  count: number;
  most: number;
  values: Values;
  onCount: (count: number) => void;
};

/** People who come along; each takes a place. */
export function CompanionFields({ count, most, values, onCount }: CompanionProps) {
  const texts = useRegistrationTexts().form;
  return (
    <FormPart title={texts.companions}>
      <p className="text-muted">{texts.companionsLead}</p>
      <CompanionNames count={count} values={values} />
      <div className="flex flex-wrap gap-3">
        {count < most && (
          <button type="button" className={buttonClass()} onClick={() => onCount(count + 1)}>
            <Icon of={Plus} className="size-5" /> {texts.addCompanion}
          </button>
        )}
        {count > 0 && (
          <button type="button" className={buttonClass()} onClick={() => onCount(count - 1)}>
            <Icon of={Trash2} className="size-5" /> {texts.remove}
          </button>
        )}
      </div>
    </FormPart>
  );
}

/** One name per companion. */
export function CompanionNames({ count, values }: Pick<CompanionProps, "count" | "values">) {
  const texts = useRegistrationTexts().form;
  return Array.from({ length: count }, (_, index) => (
    <TextField
      key={index}
      name={`companions.${index}`}
      label={texts.companion.replace("{number}", String(index + 1))}
      defaultValue={values[`companions.${index}`]}
      maxLength={120}
    />
  ));
}
