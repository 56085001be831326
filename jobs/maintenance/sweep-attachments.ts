import { sweepAttachmentFiles } from '../../api/attachments/sweep-attachments.ts'
import type { Services } from '../../api/platform/context.ts'

/** No file is kept that nobody can ask for any more. */
export async function sweepAttachmentsBody(services: Services): Promise<void> {
  await sweepAttachmentFiles(services)
}
