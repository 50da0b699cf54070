"use client";

import { Plus, Trash2 } from "lucide";
import { EmailField, PhoneField } from "@/components/form/contact-fields";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { isCompany } from "@/lib/events/registrations/rules";
import { STATES } from "@/lib/geo/states/rules";
import type { Values } from "./form-props";
import { useRegistrationTexts } from "./registration-texts";
import { isVisitor, isExhibitor } from "@/lib/events/events/rules";

type Props = { kind: string; values: Values };
/** `prefix`: start of the names of the fields, for another person of an order. */
type OwnProps = Props & { prefix?: string };
type PhoneProps = Props & {
  /** Whether another person of the order has a kind that needs the phone. */
  isNeeded?: boolean;
};

/** Name and contact of the person, and the company of kinds that sell. */
export function PersonFields({ kind, values, isPhoneNeeded }: Props & { isPhoneNeeded: boolean }) {
  const texts = useRegistrationTexts().form;
  return (
    <FormPart title={texts.person}>
      <CompanyField kind={kind} values={values} />
      <TextField
        name="full_name"
        label={texts.fullName}
        defaultValue={values.full_name}
        autoComplete="name"
        maxLength={120}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EmailField name="email" label={texts.email} hint={texts.emailHint} defaultValue={values.email} />
        <ContactFields kind={kind} values={values} isNeeded={isPhoneNeeded} />
      </div>
      <DocumentField kind={kind} values={values} />
      <PlaceFields kind={kind} values={values} />
    </FormPart>
  );
}

/** The company of a kind that sells. */
export function CompanyField({ kind, values, prefix = "" }: OwnProps) {
  const texts = useRegistrationTexts().form;
  const name = `${prefix}company`;
  if (!isCompany(kind)) return null;
  return (
    <TextField
      name={name}
      label={texts.company}
      defaultValue={values[name]}
      autoComplete={prefix ? "off" : "organization"}
      maxLength={160}
    />
  );
}

/** CPF or CNPJ, which visitors are not asked for. */
export function DocumentField({ kind, values, prefix = "" }: OwnProps) {
  const texts = useRegistrationTexts().form;
  const name = `${prefix}document`;
  if (isVisitor(kind)) return null;
  return (
    <TextField
      name={name}
      label={texts.document}
      optional={isCompany(kind) ? undefined : texts.optional}
      defaultValue={values[name]}
      autoComplete="off"
      maxLength={20}
    />
  );
}

/** Phone, which visitors may leave out. */
export function ContactFields({ kind, values, isNeeded = false }: PhoneProps) {
  const texts = useRegistrationTexts().form;
  return (
    <PhoneField
      name="phone"
      label={texts.phone}
      optional={isVisitor(kind) && !isNeeded ? texts.optional : undefined}
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
  /** Start of the names of the fields, for another person of an order. */
  prefix?: string;
  onCount: (count: number) => void;
};

/** People who come along; each takes a place. */
export function CompanionFields({ count, most, values, prefix, onCount }: CompanionProps) {
  const texts = useRegistrationTexts().form;
  return (
    <FormPart title={texts.companions}>
      <p className="text-muted">{texts.companionsLead}</p>
      <CompanionNames count={count} values={values} prefix={prefix} />
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
export function CompanionNames({ count, values, prefix = "" }: Pick<CompanionProps, "count" | "values" | "prefix">) {
  const texts = useRegistrationTexts().form;
  return Array.from({ length: count }, (_, index) => (
    <TextField
      key={index}
      name={`${prefix}companions.${index}`}
      label={texts.companion.replace("{number}", String(index + 1))}
      defaultValue={values[`${prefix}companions.${index}`]}
      maxLength={120}
    />
  ));
}
