"use client";

import { createTexts } from "@/components/ui/texts";
import type { SearchMessages } from "./search-messages";

const { Provider, useTexts } = createTexts<SearchMessages>("SearchTexts");
export { Provider as SearchTexts, useTexts as useSearchTexts };
