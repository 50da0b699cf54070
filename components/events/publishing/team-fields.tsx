"use client";

import { TextAreaField } from "@/components/form/text-area-field";
import { useEventTexts } from "./event-texts";
import type { StepProps } from "./form-props";

/** The people who check in at the event, a line for each. Only the team of the portal reads them. */
export function TeamFields({ values }: StepProps) {
  const { team, form } = useEventTexts();
  return (
    <>
      <p className="text-muted">{team.lead}</p>
      <TextAreaField
        name="team"
        label={team.people}
        hint={team.hint}
        optional={form.optional}
        rows={4}
        defaultValue={values.team}
      />
    </>
  );
}
