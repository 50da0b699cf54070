"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

const { Provider, useTexts } = createTexts<Messages["garage/history"]["dossier"]>("DossierTexts");
export { Provider as DossierTexts, useTexts as useDossierTexts };
