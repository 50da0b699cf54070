"use client";

import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";
import { PictureField } from "./picture-field";

/** The poster of an event. */
export function PosterField({ values, onKeep, link, posterPreview }: StepFieldsProps) {
  const { poster } = useEventTexts();
  return (
    <PictureField
      name="poster_path"
      values={values}
      texts={poster}
      preview={posterPreview}
      link={link}
      onKeep={onKeep}
    />
  );
}
