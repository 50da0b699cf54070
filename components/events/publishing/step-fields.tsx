"use client";

import { BasicsFields } from "./basics-fields";
import { DatesFields } from "./dates-fields";
import type { StepFieldsProps } from "./form-props";
import { KindsFields } from "./kinds-fields";
import { PlaceFields } from "./place-fields";
import { PosterField } from "./poster-field";
import { ReviewStep } from "./review-step";
import { RulesFields } from "./rules-fields";
import { StandsFields } from "./stands-fields";
import { TeamFields } from "./team-fields";

export function StepFields({ step, ...props }: StepFieldsProps) {
  const Fields = {
    basics: BasicsFields,
    place: PlaceFields,
    dates: DatesFields,
    poster: PosterField,
    rules: RulesFields,
    kinds: KindsFields,
    stands: StandsFields,
    team: TeamFields,
    review: ReviewStep,
  }[step];
  return <Fields step={step} {...props} />;
}
