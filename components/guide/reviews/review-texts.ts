"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Pick<Messages["panel/requests"], "review" | "form">>("ReviewTexts");
export { Provider as ReviewTexts, useTexts as useReviewTexts };
