/**
 * Floor 5: looks at everything, with all locks held. A validity function per structure, the census
 * of blocks and the statistics. Nothing below or beside names it but the faces.
 */
@NullMarked
package dev.quarry.core.verify;

import org.jspecify.annotations.NullMarked;
