import { QUOTE_UPLOAD_DESCRIPTIONS } from '../../shared/quotes/imported/quote-upload-description.ts';

export const description = QUOTE_UPLOAD_DESCRIPTIONS.create;
