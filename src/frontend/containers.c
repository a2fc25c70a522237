#include "frontend/containers.h"

#include <ar.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char record_mark[] = "LOCIKEPT";
enum { MARK_BYTES = sizeof record_mark - 1, RECORD_HEAD = MARK_BYTES + 2 * sizeof(u64) };

/* ---- Records ---- */

static void pad(Text *out) {
    while (out->length % sizeof(u64)) text_add_char(out, 0);
}

void kept_record(Text *out, const char *name, const void *bytes, u64 size) {
    u64 lengths[2] = {strlen(name), size};
    text_add_n(out, record_mark, MARK_BYTES);
    text_add_n(out, (const char *)lengths, sizeof lengths);
    text_add(out, name);
    pad(out);
    if (size) text_add_n(out, bytes, size);
    pad(out);
}

void kept_archive(Text *out, const char *path) { kept_record(out, "", path, strlen(path)); }

/* A section that holds records; between them linkers may leave zeros. */
static bool add_records(const u8 *at, u64 size, u32 member, Arena *arena, Pieces *pieces, PathList *archives) {
    const u8 *end = at + size;
    while (at < end) {
        u64 lengths[2], left = (u64)(end - at);
        if (!*at) {
            at++;
            continue;
        }
        if (left < RECORD_HEAD || memcmp(at, record_mark, MARK_BYTES) != 0) return false;
        memcpy(lengths, at + MARK_BYTES, sizeof lengths);
        at += RECORD_HEAD;
        left -= RECORD_HEAD;
        if (lengths[0] > left || lengths[1] > left) return false;
        u64 name = align_up(lengths[0], sizeof(u64)), code = align_up(lengths[1], sizeof(u64));
        if (name + code > left) return false;
        Piece piece = {.name = arena_strndup(arena, (const char *)at, lengths[0]),
                       .bytes = at + name,
                       .size = lengths[1],
                       .member = member,
                       .is_ours = true};
        if (lengths[0]) vec_push(pieces, piece);
        else if (archives) vec_push(archives, arena_strndup(arena, (const char *)piece.bytes, piece.size));
        at += name + code;
    }
    return true;
}

/* ---- Native files ---- */

typedef struct {
    const u8 *bytes;
    u64 size;
} Bytes;

/* A section's place in the file; what is asked of either class of ELF. */
typedef struct {
    u64 name, offset, size;
    u32 kind, link;
} Section;

static bool holds(const Bytes *image, u64 offset, u64 size) {
    return offset <= image->size && size <= image->size - offset;
}

static bool section_at(const Bytes *image, bool is_64, u64 table, u64 index, Section *out) {
    u64 entry = is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    if (!holds(image, table, (index + 1) * entry)) return false;
    if (is_64) {
        Elf64_Shdr header;
        memcpy(&header, image->bytes + table + index * entry, sizeof header);
        *out = (Section){header.sh_name, header.sh_offset, header.sh_size, header.sh_type, header.sh_link};
    } else {
        Elf32_Shdr header;
        memcpy(&header, image->bytes + table + index * entry, sizeof header);
        *out = (Section){header.sh_name, header.sh_offset, header.sh_size, header.sh_type, header.sh_link};
    }
    return out->kind == SHT_NOBITS || holds(image, out->offset, out->size);
}

static bool is_elf(const Bytes *image) {
    return image->size >= sizeof(Elf32_Ehdr) && !memcmp(image->bytes, ELFMAG, SELFMAG) &&
           (image->bytes[EI_CLASS] == ELFCLASS32 || image->size >= sizeof(Elf64_Ehdr));
}

static bool is_called(const Bytes *image, const Section *names, const Section *section, const char *name) {
    u64 length = strlen(name) + 1;
    return section->name <= names->size && length <= names->size - section->name &&
           !memcmp(image->bytes + names->offset + section->name, name, length);
}

/* False: the file is damaged. */
static bool add_kept(const Bytes *image, u32 member, Arena *arena, Pieces *pieces, PathList *archives) {
    bool is_64 = image->bytes[EI_CLASS] == ELFCLASS64;
    Elf64_Ehdr wide = {0};
    Elf32_Ehdr narrow = {0};
    memcpy(is_64 ? (void *)&wide : (void *)&narrow, image->bytes, is_64 ? sizeof wide : sizeof narrow);
    u64 table = is_64 ? wide.e_shoff : narrow.e_shoff;
    u64 count = is_64 ? wide.e_shnum : narrow.e_shnum, names_at = is_64 ? wide.e_shstrndx : narrow.e_shstrndx;
    Section names, section;
    if (!count) return true;
    if (!section_at(image, is_64, table, names_at, &names)) return false;
    for (u64 i = 1; i < count; i++) {
        if (!section_at(image, is_64, table, i, &section)) return false;
        if (section.kind == SHT_NOBITS || !is_called(image, &names, &section, KEPT_SECTION)) continue;
        if (!add_records(image->bytes + section.offset, section.size, member, arena, pieces, archives)) return false;
    }
    return true;
}

static bool read_whole(const char *path, Arena *arena, Bytes *image, Error *error) {
    Text text = {0};
    if (!text_read_file(&text, path)) {
        text_free(&text);
        return error_set(error, "cannot read '%s'", path);
    }
    *image = (Bytes){arena_copy(arena, text.chars ? text.chars : "", text.length), text.length};
    text_free(&text);
    return true;
}

/* ---- Shared libraries ---- */

/* Text at the offset in a table of strings; NULL: the file is damaged. */
static const char *string_at(const Bytes *image, const Section *strings, u64 at) {
    const char *table = (const char *)image->bytes + strings->offset;
    return at < strings->size && memchr(table + at, 0, strings->size - at) ? table + at : NULL;
}

static const char *folder_of(Arena *arena, const char *path) {
    char *whole = realpath(path, NULL), *slash = whole ? strrchr(whole, '/') : NULL;
    const char *folder = slash ? arena_strndup(arena, whole, (size_t)(slash - whole)) : ".";
    free(whole);
    return folder;
}

/* FOLDER:FOLDER, in which $ORIGIN is where the file stands. */
static void add_folders(PathList *folders, const char *list, const char *origin, Arena *arena) {
    static const char mark[] = "$ORIGIN";
    while (list && *list) {
        size_t length = strcspn(list, ":");
        const char *folder = arena_strndup(arena, list, length);
        if (!strncmp(folder, mark, sizeof mark - 1))
            folder = arena_printf(arena, "%s%s", origin, folder + sizeof mark - 1);
        vec_push(folders, folder);
        list += length + (list[length] == ':');
    }
}

/* What the dynamic section says: names of libraries, and where they are. */
static void read_dynamic(const Bytes *image, const Section *dynamic, const Section *strings, const char *origin,
                         PathList *names, PathList *folders, Arena *arena) {
    for (u64 at = 0; at + sizeof(Elf64_Dyn) <= dynamic->size; at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        memcpy(&entry, image->bytes + dynamic->offset + at, sizeof entry);
        const char *text = string_at(image, strings, entry.d_un.d_val);
        if (entry.d_tag == DT_NULL) break;
        if (text && entry.d_tag == DT_NEEDED) vec_push(names, text);
        if (text && (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH)) add_folders(folders, text, origin, arena);
    }
}

static void find_libraries(const PathList *names, const PathList *folders, PathList *found, Arena *arena) {
    for (u32 i = 0; i < names->count; i++)
        for (u32 k = 0; k < folders->count; k++) {
            const char *path = arena_printf(arena, "%s/%s", folders->at[k], names->at[i]);
            bool is_known = false;
            for (u32 n = 0; n < found->count; n++) is_known |= !strcmp(found->at[n], path);
            if (is_known || access(path, R_OK)) continue;
            vec_push(found, path);
            break;
        }
}

/* The libraries that the file is linked with, as far as it or LD_LIBRARY_PATH says where they are: those of the system
 * have nothing in them for Loci. */
static void add_needed(const Bytes *image, const char *path, PathList *found, Arena *arena) {
    Elf64_Ehdr header;
    Section section, strings;
    PathList names = {0}, folders = {0};
    if (image->bytes[EI_CLASS] != ELFCLASS64) return;
    memcpy(&header, image->bytes, sizeof header);
    for (u64 i = 1; i < header.e_shnum && section_at(image, true, header.e_shoff, i, &section); i++)
        if (section.kind == SHT_DYNAMIC && section_at(image, true, header.e_shoff, section.link, &strings))
            read_dynamic(image, &section, &strings, folder_of(arena, path), &names, &folders, arena);
    add_folders(&folders, getenv("LD_LIBRARY_PATH"), ".", arena);
    find_libraries(&names, &folders, found, arena);
    vec_free(&names);
    vec_free(&folders);
}

bool pieces_of_native(const char *path, Arena *arena, Pieces *pieces, PathList *archives, Error *error) {
    PathList files = {0};
    vec_push(&files, path);
    bool ok = true;
    for (u32 i = 0; ok && i < files.count; i++) { /* the list grows */
        Bytes image;
        const char *file = files.at[i];
        ok = read_whole(file, arena, &image, error);
        if (!ok) break;
        if (!is_elf(&image) || !add_kept(&image, 0, arena, pieces, archives))
            ok = error_set(error, "cannot read '%s': it is damaged", file);
        else add_needed(&image, file, &files, arena);
    }
    vec_free(&files);
    if (!ok || pieces->count) return ok;
    return error_set(error, "'%s' is native code with nothing in it for Loci: build it with CC=\"loci cc\"", path);
}

/* ---- Archives ---- */

typedef struct {
    const char *path;
    Bytes image;
    const char *names; /* long ones, behind each other */
    u64 names_size;
    bool is_thin; /* members are files of their own */
    u32 members;
} Archive;

/* Up to the end of the line or the slash in front of it. */
static char *long_name(const Archive *archive, u64 at, Arena *arena) {
    if (at >= archive->names_size) return NULL;
    const char *name = archive->names + at, *end = memchr(name, '\n', archive->names_size - at);
    u64 length = end ? (u64)(end - name) : archive->names_size - at;
    if (length && name[length - 1] == '/') length--;
    return arena_strndup(arena, name, length);
}

static char *member_name(const Archive *archive, const struct ar_hdr *header, Arena *arena) {
    if (header->ar_name[0] == '/' && header->ar_name[1] >= '0' && header->ar_name[1] <= '9')
        return long_name(archive, strtoull(header->ar_name + 1, NULL, 10), arena);
    size_t length = 0;
    while (length < sizeof header->ar_name && header->ar_name[length] != '/' && header->ar_name[length] != ' ')
        length++;
    return arena_strndup(arena, header->ar_name, length);
}

/* The file of a member of a thin archive stands relative to the archive. */
static bool read_thin_member(const Archive *archive, const char *name, Arena *arena, Bytes *image, Error *error) {
    const char *slash = strrchr(archive->path, '/');
    const char *path = name;
    if (slash && *name != '/') path = arena_printf(arena, "%.*s/%s", (int)(slash - archive->path), archive->path, name);
    return read_whole(path, arena, image, error);
}

static bool is_bitcode(const Bytes *image) {
    static const u8 raw[] = {'B', 'C', 0xc0, 0xde}, wrapped[] = {0xde, 0xc0, 0x17, 0x0b};
    return image->size > sizeof raw &&
           (!memcmp(image->bytes, raw, sizeof raw) || !memcmp(image->bytes, wrapped, sizeof wrapped));
}

static bool add_member(Archive *archive, const char *name, const Bytes *image, Arena *arena, Pieces *pieces) {
    u32 member = archive->members++;
    const char *shown = arena_printf(arena, "%s(%s)", archive->path, name);
    if (is_bitcode(image)) {
        Piece piece = {.name = shown, .bytes = image->bytes, .size = image->size, .member = member};
        vec_push(pieces, piece);
        return true;
    }
    return !is_elf(image) || add_kept(image, member, arena, pieces, NULL);
}

/* Tables of symbols and of names are members too. */
static bool read_member(Archive *archive, const struct ar_hdr *header, Bytes content, Arena *arena, Pieces *pieces,
                        Error *error) {
    if (!strncmp(header->ar_name, "// ", 3)) {
        archive->names = (const char *)content.bytes;
        archive->names_size = content.size;
        return true;
    }
    if (!strncmp(header->ar_name, "/ ", 2) || !strncmp(header->ar_name, "/SYM64/ ", 8)) return true;
    const char *name = member_name(archive, header, arena);
    if (!name) return error_set(error, "cannot read '%s': it is damaged", archive->path);
    if (archive->is_thin && !read_thin_member(archive, name, arena, &content, error)) return false;
    if (add_member(archive, name, &content, arena, pieces)) return true;
    return error_set(error, "cannot read '%s': its member '%s' is damaged", archive->path, name);
}

static bool is_table(const struct ar_hdr *header) {
    return header->ar_name[0] == '/' && (header->ar_name[1] < '0' || header->ar_name[1] > '9');
}

static bool damaged(const Archive *archive, Error *error) {
    return error_set(error, "cannot read '%s': it is damaged", archive->path);
}

static bool open_archive(Archive *archive, const char *path, Arena *arena, Error *error) {
    *archive = (Archive){.path = path};
    if (!read_whole(path, arena, &archive->image, error)) return false;
    archive->is_thin = archive->image.size >= SARMAG && !memcmp(archive->image.bytes, "!<thin>\n", SARMAG);
    return true;
}

/* The member whose header stands at *at, which goes on to the next one. */
static bool next_member(const Archive *archive, u64 *at, struct ar_hdr *header, Bytes *content, Error *error) {
    if (!holds(&archive->image, *at, sizeof *header)) return damaged(archive, error);
    memcpy(header, archive->image.bytes + *at, sizeof *header);
    *at += sizeof *header;
    char digits[sizeof header->ar_size + 1] = {0};
    memcpy(digits, header->ar_size, sizeof header->ar_size);
    u64 size = archive->is_thin && !is_table(header) ? 0 : strtoull(digits, NULL, 10);
    if (memcmp(header->ar_fmag, ARFMAG, 2) != 0 || !holds(&archive->image, *at, size)) return damaged(archive, error);
    *content = (Bytes){archive->image.bytes + *at, size};
    *at += size + (size & 1);
    return true;
}

bool pieces_of_archive(const char *path, Arena *arena, Pieces *pieces, Error *error) {
    Archive archive;
    if (!open_archive(&archive, path, arena, error)) return false;
    for (u64 at = SARMAG; at < archive.image.size;) {
        struct ar_hdr header;
        Bytes content;
        if (!next_member(&archive, &at, &header, &content, error)) return false;
        if (!read_member(&archive, &header, content, arena, pieces, error)) return false;
    }
    if (pieces->count) return true;
    return error_set(error, "the archive '%s' has nothing in it for Loci: neither bitcode nor what \"loci cc\" keeps",
                     path);
}

/* ---- Members by the names that they define ---- */

static u64 big_endian(const u8 *bytes) {
    return (u64)bytes[0] << 24 | (u64)bytes[1] << 16 | (u64)bytes[2] << 8 | bytes[3];
}

static bool is_among(const FlagList *names, const char *name) {
    for (u32 i = 0; i < names->count; i++)
        if (!strcmp(names->at[i], name)) return true;
    return false;
}

/* The table: how many names there are, where the member of each begins, the names. */
static void find_members(const Bytes *table, const FlagList *names, Map *wanted) {
    enum { WORD = 4 };
    u64 count = table->size >= WORD ? big_endian(table->bytes) : 0;
    if (count >= table->size / WORD) return;
    const u8 *name = table->bytes + WORD * (count + 1), *end = table->bytes + table->size;
    for (u64 i = 0; i < count; i++) {
        const u8 *stop = memchr(name, 0, (size_t)(end - name));
        if (!stop) return;
        if (is_among(names, (const char *)name)) map_put(wanted, big_endian(table->bytes + WORD * (i + 1)), 1);
        name = stop + 1;
    }
}

void pieces_defining(const char *path, const FlagList *names, Arena *arena, Pieces *pieces) {
    Archive archive;
    Error error = {0};
    Map wanted = {0};
    bool ok = open_archive(&archive, path, arena, &error);
    for (u64 at = SARMAG, begin = at; ok && at < archive.image.size; begin = at) {
        struct ar_hdr header;
        Bytes content;
        u64 is_wanted = 0;
        ok = next_member(&archive, &at, &header, &content, &error);
        if (ok && !strncmp(header.ar_name, "/ ", 2)) find_members(&content, names, &wanted);
        map_get(&wanted, begin, &is_wanted);
        if (ok && (is_wanted || is_table(&header))) ok = read_member(&archive, &header, content, arena, pieces, &error);
    }
    map_free(&wanted);
    error_free(&error);
}
